/** Speed and layout stability of each page. */
import type { Line } from "../dashboard.ts";
import type { Boats } from "./boats.ts";
import { Device, type Wires } from "./device.ts";

const PAGES = [
  "/",
  "/logs",
  "/logs/map",
  "/log",
  "/review",
  "/stays",
  "/moorages",
  "/monitoring",
  "/alerts",
  "/statistics",
  "/timelapse",
  "/events",
  "/settings",
  "/import",
  "/start",
];

/** Opens each page twice on a new device with a slow processor, then once at full speed. */
export async function* paints(wires: Wires, { cruiser, dayLog }: Boats): AsyncGenerator<Line> {
  for (const page of PAGES) {
    const path = page === "/log" ? `/log/${dayLog}` : page;
    const device = await Device.unpack(wires);
    await device.switchOn(cruiser, 4);
    await device.open(path);
    const first = await device.noticed();
    await device.open(path);
    const again = await device.noticed();
    await device.switchOff();
    await device.switchOn(null);
    await device.open(path);
    const fast = await device.noticed();
    await device.throwAway();
    const paint = `${Math.round(first.paint)} ms at first, ${Math.round(again.paint)} ms again (${again.largest})`;
    yield [`largest paint of ${page}, processor slowed 4 times`, paint, "< 1500 ms"];
    yield [`layout shift of ${page}`, Math.max(first.shift, again.shift, fast.shift).toFixed(4), "0"];
    yield [
      `longest task of ${page}`,
      `${Math.round(fast.task)} ms (slowed ${Math.round(again.task)} ms)`,
      "≤ 200 ms",
    ];
  }
}
