/** Smoothness with many points: dragging maps, opening graphs, scrolling lists. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Line } from "../dashboard.ts";
import type { Boats } from "./boats.ts";
import { Device, type Person, type Wires } from "./device.ts";

const STEPS = 60;
const STEP_MS = 30;

const DEPTH = "environment.depth.belowTransducer";

/** Resolves once the latest change has been drawn. */
const TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";

export async function* pans(
  wires: Wires,
  { cruiser, recorder, writer, dayLog }: Boats,
): AsyncGenerator<Line> {
  const maps = [
    ["a chart with some moorages", { ...cruiser, path: "/moorages" }],
    ["all tracks of a season", { ...cruiser, path: "/logs/map" }],
    ["all tracks of 525 600 points", { ...recorder, path: "/logs/map" }],
    ["the log of a day", { ...cruiser, path: `/log/${dayLog}` }],
  ] as const;
  for (const [what, { path, ...person }] of maps) {
    const device = await opened(wires, person, path);
    yield [`dragging ${what}`, formatted(await dragged(device)), "30 a second"];
    await device.throwAway();
  }

  const graph = await opened(
    wires,
    recorder,
    `/monitoring?${new URLSearchParams({ key: DEPTH, hours: "24" })}`,
  );
  const { page } = graph;
  await page.locator(".history-plot canvas").waitFor();
  const arrived = page.waitForResponse((response) => response.url().includes("time_interval=8760"));
  const began = performance.now();
  await page.getByText("Year", { exact: true }).click();
  await arrived;
  const answered = performance.now() - began;
  await page.evaluate(TWO_FRAMES);
  const opening = `${Math.round(performance.now() - began)} ms, of it the answer ${Math.round(answered)} ms`;
  yield ["graph of a year of minutes", opening, "< 1000 ms"];
  await graph.throwAway();

  const list = await opened(wires, writer, "/logs");
  const scrolling = await list.frames(async () => {
    for (let step = 0; step < STEPS; step++) {
      await list.page.mouse.wheel(0, 160);
      await sleep(STEP_MS);
    }
  });
  yield ["scrolling the logbook of 2 000 logs", formatted(scrolling), "no stutter"];
  await list.throwAway();
}

const formatted = ({ rate, longest }: { readonly rate: number; readonly longest: number }): string =>
  `${rate.toFixed(0)} a second, longest ${Math.round(longest)} ms`;

async function opened(wires: Wires, person: Person, path: string): Promise<Device> {
  const device = await Device.unpack(wires);
  await device.switchOn(person);
  await device.page.setViewportSize({ width: 1400, height: 900 });
  await device.open(path);
  await sleep(3000);
  return device;
}

async function dragged(device: Device): Promise<{ readonly rate: number; readonly longest: number }> {
  const { mouse } = device.page;
  const box = await device.page.locator(".chart__canvas canvas").first().boundingBox();
  if (box === null) throw new Error("there is no chart");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await mouse.move(x, y);
  await mouse.down();
  const seen = await device.frames(async () => {
    for (let step = 0; step < STEPS; step++) {
      await mouse.move(x + 220 * Math.sin(step / 8), y + 120 * Math.sin(step / 5));
      await sleep(STEP_MS);
    }
  });
  await mouse.up();
  return seen;
}
