/** Bytes transferred: first visits, repeat visits, lists and a log of a day. */
import type { Line } from "../dashboard.ts";
import type { Boats } from "./boats.ts";
import { Device, type Wires } from "./device.ts";

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** Longer than the dashboard waits before it prefetches. */
const AHEAD_MS = 45_000;

/** List pages, except those with many tracks. */
const LISTS = [
  "/logs",
  "/stays",
  "/moorages",
  "/events",
  "/review",
  "/alerts",
  "/monitoring",
  "/statistics",
  "/timelapse",
];

export async function* transfers(wires: Wires, { cruiser, dayLog }: Boats): AsyncGenerator<Line> {
  const strange = await Device.unpack(wires);
  await strange.switchOn(null);
  yield ["first load, sign-in", kB((await strange.open("/sign-in")).bytes), "≤ 250 kB"];
  await strange.throwAway();

  const list = await Device.unpack(wires);
  await list.switchOn(cruiser);
  yield ["first load, logbook without map", kB((await list.open("/logs")).bytes), "≤ 250 kB"];
  yield ["fetched ahead afterwards, on a good link", kB(await list.lie(AHEAD_MS)), "–"];
  for (const path of LISTS) {
    const { bytes, api } = await list.open(path);
    const answers = api === 0 ? kB(bytes) : `${kB(api)} (with files ${kB(bytes)})`;
    yield [api === 0 ? `answers and files of ${path}` : `answers of ${path}`, answers, "≤ 15 kB"];
  }
  await list.switchOff();
  await list.switchOn(null);
  for (const path of ["/logs", "/"]) {
    yield [`second visit of ${path}`, kB((await list.open(path)).bytes), path === "/" ? "–" : "≤ 5 kB"];
  }
  await list.throwAway();

  for (const path of ["/", `/log/${dayLog}`]) {
    const map = await Device.unpack(wires);
    await map.switchOn(cruiser);
    const { bytes, api } = await map.open(path);
    yield [`first load of ${path}, with map and tiles`, kB(bytes), "≤ 700 kB"];
    if (path !== "/" && api !== 0) yield ["answers of a log of 24 h", kB(api), "≤ 40 kB"];
    await map.lie(AHEAD_MS);
    await map.switchOff();
    await map.switchOn(null);
    yield [`second visit of ${path}`, kB((await map.open(path)).bytes), "≤ 5 kB"];
    await map.throwAway();
  }
}
