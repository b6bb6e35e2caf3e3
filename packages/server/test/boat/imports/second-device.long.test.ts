/** Files of a second device, over a passage that is recorded already. */
import { afterAll, describe, expect, test } from "vitest";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../test/support/skipper.ts";
import { importFile } from "../../../src/cli/import/run.ts";
import { vesselOfToken } from "../../../src/cli/import/vessel.ts";
import { csv, gpx, type Point, temporaryFolder, trip } from "./files.ts";

const service = serviceForTests();
const folder = temporaryFolder();
afterAll(() => folder.remove());
const SECOND = 1000;

/** The passage as another device saw it: with another clock, some 20 m to the east. */
const another = (seconds: number, later: number): Point[] =>
  trip(seconds).map((p) => ({ ...p, time: p.time + later * SECOND, longitude: p.longitude + 0.0004 }));

async function store(skipper: Skipper, text: string) {
  const { json: id } = await skipper.call("begin_import_fn", { name: "file" });
  const content = Buffer.from(text).toString("base64");
  for (let at = 0; at < content.length; at += 200_000)
    await skipper.call("import_part_fn", {
      _id: id,
      content: content.slice(at, at + 200_000),
      encoding: "base64",
    });
  expect(await skipper.call("read_import_fn", { _id: id })).toMatchObject({ status: 200 });
  const { json: preview } = await skipper.call("preview_import_fn", { _id: id });
  let [stored, covered] = [0, 0];
  for (let left = 1; left > 0; ) {
    const { status, json } = await skipper.call("import_batch_fn", { _id: id });
    expect(status).toBe(200);
    [left, stored, covered] = [json.left, stored + json.stored, covered + json.covered];
  }
  await service.drainJobs();
  expect(preview.covered).toBe(covered);
  return { id, stored, covered };
}

async function distances(skipper: Skipper): Promise<number[]> {
  const logs: readonly { distance: number }[] = await skipper.rows("/logbook?select=distance");
  return logs.map(({ distance }) => distance);
}

describe("a second device's file", () => {
  test.each([
    ["its clock 70 s ahead", another(60, 70)],
    ["four times the rows", another(15, 7)],
    ["a row each second, at the same times too", another(1, 0)],
  ])("with %s makes the log no longer", async (_, points) => {
    const skipper = await newSkipper(service);
    await store(skipper, gpx(trip()));
    const before = await distances(skipper);
    expect(before).toHaveLength(1);
    const { covered } = await store(skipper, gpx(points));
    expect(covered).toBeGreaterThan(170);
    const again = await store(skipper, gpx(points));
    expect(again.stored).toBe(0);
    const after = await distances(skipper);
    expect(after).toHaveLength(1);
    expect(after[0]).toBeCloseTo(before[0] ?? 0, 1);
  });

  test("that the command sends makes the log no longer either, however often it is sent", async () => {
    const skipper = await newSkipper(service);
    await store(skipper, gpx(trip()));
    const [before] = await distances(skipper);
    const path = folder.file("second.gpx", gpx(another(1, 0)));
    const send = () =>
      importFile({
        path,
        to: { apiUrl: service.apiUrl, ...vesselOfToken(skipper.sailor.vesselToken) },
        stateFolder: `${folder.path}/imports`,
        again: true,
        progress: { at: () => {}, print: () => {}, end: () => {} },
      });
    const { total } = await send();
    expect(total.covered).toBeGreaterThan(170);
    expect((await send()).total).toMatchObject({ covered: total.covered, accepted: total.accepted });
    await service.drainJobs();
    const after = await distances(skipper);
    expect(after).toHaveLength(1);
    expect(after[0]).toBeCloseTo(before ?? 0, 1);
  });

  test("brings what the other lacks: times without rows, and other readings", async () => {
    const skipper = await newSkipper(service);
    const points = trip();
    await store(skipper, gpx([...points.slice(0, 80), ...points.slice(100)]));
    const { stored, covered } = await store(skipper, csv(another(60, 7)));
    // The other has none of 21 minutes, and none after the last row.
    expect([stored, covered]).toEqual([181, 181 - 21 - 1]);
    const count = async (filter: string) =>
      (await skipper.rows(`/metrics?select=time&metrics=not.is.null${filter}`)).length;
    expect([await count(""), await count("&latitude=is.null")]).toEqual([181, covered]);
  });

  test("that is the same recording with more rows is stored whole", async () => {
    const skipper = await newSkipper(service);
    await skipper.send(trip().map((p) => ({ ...p, time: new Date(p.time).toISOString() })));
    const { stored, covered } = await store(skipper, gpx(trip(10)));
    expect([stored, covered]).toEqual([trip(10).length - trip().length, 0]);
  });
});
