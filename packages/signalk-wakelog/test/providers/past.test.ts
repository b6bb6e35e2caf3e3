import { describe, expect, it } from "vitest";
import { FLAG } from "../../src/buffer/row.ts";
import type { RowBuffer } from "../../src/buffer/row-buffer.ts";
import { History } from "../../src/providers/history.ts";
import { Tracks, type TracksQuery } from "../../src/providers/tracks.ts";
import { selfTrack, tripsProvider } from "../../src/providers/trips.ts";
import { distanceFromLine } from "../../src/sample/geo.ts";
import { draft, NOON, open } from "../buffer/drafts.ts";
import { emptyFolder } from "../folder.ts";

const CONTEXT = "vessels.urn:mrn:imo:mmsi:230123456";
const SPEED = "navigation.speedOverGround";
const COURSE = "navigation.courseOverGroundTrue";

async function sailed(
  seconds: readonly number[],
  values: (second: number) => Record<string, number | string>,
) {
  const buffer = await open(emptyFolder());
  for (const second of seconds) buffer.append(draft(second, { values: values(second) }), false);
  return buffer;
}

const historyOf = (buffer: RowBuffer) =>
  new History(
    () => buffer,
    () => CONTEXT,
    () => NOON + 3_600_000,
  );
const spec = (path: string, aggregate?: string, parameter: string[] = []) =>
  aggregate === undefined ? { path, parameter } : { path, aggregate, parameter };
const times = { from: new Date(NOON).toISOString(), to: new Date(NOON + 600_000).toISOString() };

describe("history", () => {
  it("answers every row by itself without a resolution, positions with the longitude first", async () => {
    const buffer = await sailed([0, 60], (second) => ({ [SPEED]: second }));
    const answer = await historyOf(buffer).getValues({
      ...times,
      pathSpecs: [spec(SPEED), spec("navigation.position")],
    });
    expect(answer).toMatchObject({ context: CONTEXT, range: times });
    expect(answer.values).toEqual([
      { path: SPEED, method: "average" },
      { path: "navigation.position", method: "first" },
    ]);
    expect(answer.data).toEqual([
      ["2026-06-01T12:00:00.000Z", 0, [22.5, 59.5]],
      ["2026-06-01T12:01:00.000Z", 60, [22.5, 59.506]],
    ]);
  });

  it("lays slots on whole multiples of the resolution, and leaves out empty ones", async () => {
    const buffer = await sailed([10, 50, 70, 400], (second) => ({ [SPEED]: second }));
    const methods = ["average", "min", "max", "first", "last", "mid", "middle_index"];
    const pathSpecs = methods.map((method) => spec(SPEED, method));
    const { data } = await historyOf(buffer).getValues({ ...times, resolution: 60, pathSpecs });
    expect(data).toEqual([
      ["2026-06-01T12:00:00.000Z", 30, 10, 50, 10, 50, 30, 50],
      ["2026-06-01T12:01:00.000Z", 70, 70, 70, 70, 70, 70, 70],
      ["2026-06-01T12:06:00.000Z", 400, 400, 400, 400, 400, 400, 400],
    ]);
  });

  it("takes the mean of courses around north", async () => {
    const buffer = await sailed([0, 10], (second) => ({ [COURSE]: second === 0 ? 0.2 : 2 * Math.PI - 0.2 }));
    const { data } = await historyOf(buffer).getValues({
      ...times,
      resolution: "PT1M",
      pathSpecs: [spec(COURSE)],
    });
    const course = Number(data[0]?.[1]);
    expect(Math.min(course, 2 * Math.PI - course)).toBeLessThan(1e-9);
  });

  it("moves averages over slots", async () => {
    const buffer = await sailed([0, 60, 120], (second) => ({ [SPEED]: second }));
    const pathSpecs = [spec(SPEED, "sma", ["2"]), spec(SPEED, "ema", ["0.5"])];
    const { data } = await historyOf(buffer).getValues({ ...times, resolution: "1m", pathSpecs });
    expect(data.map((line) => line.slice(1))).toEqual([
      [0, 0],
      [30, 30],
      [90, 75],
    ]);
  });

  it("answers texts, unknown paths with nulls, and refuses unknown aggregates", async () => {
    const buffer = await sailed([0], () => ({ "navigation.state": "sailing" }));
    const ask = (one: object) =>
      historyOf(buffer).getValues({ ...times, pathSpecs: [spec("navigation.state"), one as never] });
    expect((await ask(spec("no.such.path"))).data).toEqual([["2026-06-01T12:00:00.000Z", "sailing", null]]);
    await expect(ask(spec(SPEED, "median"))).rejects.toThrow("median is no aggregate");
  });

  it("takes texts, instants and durations for times", async () => {
    const buffer = await sailed([0], () => ({ [SPEED]: 1 }));
    const history = historyOf(buffer);
    const instant = { toString: () => new Date(NOON).toISOString() };
    expect(await history.getPaths({ from: instant, duration: { toString: () => "PT1H" } })).toEqual([
      "navigation.position",
      SPEED,
    ]);
    expect(await history.getContexts({ duration: 7200 })).toEqual([CONTEXT]);
    expect(await history.getContexts({ duration: "PT1S" })).toEqual([]);
    await expect(history.getPaths({})).rejects.toThrow();
    await expect(history.getPaths({ from: "2026-06-01T12:00:00" })).rejects.toThrow("no time with a zone");
  });
});

interface Feature {
  readonly geometry: { readonly coordinates: number[][][] };
  readonly properties: Record<string, unknown>;
}

async function track(buffer: RowBuffer, query: TracksQuery): Promise<Feature[]> {
  const tracks = new Tracks(
    () => buffer,
    () => ({ context: CONTEXT, name: "Aava" }),
    () => NOON + 7_200_000,
  );
  return Reflect.get(await tracks.getTracks(query), "features");
}

describe("tracks", () => {
  it("begin a segment after a silence of a quarter of an hour, and say what they are", async () => {
    const buffer = await sailed([0, 60, 1000, 1060], () => ({ [SPEED]: 2 }));
    const [feature] = await track(buffer, { times: true, properties: [SPEED, "no.such.path"] });
    expect(feature?.geometry.coordinates.map((one) => one.length)).toEqual([2, 2]);
    expect(feature?.properties).toMatchObject({
      context: CONTEXT,
      contextName: "Aava",
      isSelf: true,
      pointCount: 4,
      from: "2026-06-01T12:00:00.000Z",
      appliedProperties: [SPEED],
      values: {
        [SPEED]: [
          [2, 2],
          [2, 2],
        ],
      },
    });
  });

  it("keep the tolerance and the ends", async () => {
    const buffer = await open(emptyFolder());
    const fixes = Array.from({ length: 300 }, (_, at) => ({
      latitude: 59.5 + at / 5000,
      longitude: 22.5 + Math.sin(at / 20) / 100,
    }));
    for (const [second, fix] of fixes.entries())
      buffer.append(draft(second, { ...fix, flags: FLAG.fix }), false);
    const [feature] = await track(buffer, { epsilon: 50 });
    const line = (feature?.geometry.coordinates[0] ?? []).map(([longitude = 0, latitude = 0]) => ({
      longitude,
      latitude,
    }));
    expect(line.length).toBeLessThan(60);
    for (const fix of fixes) {
      const nearest = line.slice(1).map((point, at) => distanceFromLine(fix, line[at] ?? point, point));
      expect(Math.min(...nearest)).toBeLessThan(50.5);
    }
    const [few] = await track(buffer, { maxPoints: 10 });
    expect(few?.geometry.coordinates[0]?.length).toBeLessThanOrEqual(10);
    expect([few?.properties.from, few?.properties.to]).toEqual([
      feature?.properties.from,
      feature?.properties.to,
    ]);
  });

  it("are chosen by a box, not cut by it, and are of the own vessel only", async () => {
    const buffer = await sailed([0, 60, 120], () => ({ [SPEED]: 2 }));
    expect((await track(buffer, { bbox: [22, 59.505, 23, 59.507] }))[0]?.properties.pointCount).toBe(3);
    expect(await track(buffer, { bbox: [10, 59, 11, 60] })).toEqual([]);
    expect(await track(buffer, { contexts: ["vessels.urn:mrn:imo:mmsi:999999999"] })).toEqual([]);
  });
});

it("offers each trip as a resource, read only", async () => {
  const buffer = await open(emptyFolder());
  for (const second of [0, 60]) buffer.append(draft(second, { facts: { trip: "7b1c" } }), false);
  const { methods } = tripsProvider(() => buffer);
  const trips = await methods.listResources({});
  expect(Object.keys(trips)).toEqual(["7b1c"]);
  expect(await methods.getResource("7b1c", "feature.geometry.type")).toBe("MultiLineString");
  await expect(methods.deleteResource("7b1c")).rejects.toThrow("read only");
});

it("answers self/track with a bare line of the asked time", async () => {
  const buffer = await sailed([0, 60, 120, 3000, 3060], () => ({ [SPEED]: 2 }));
  const tracks = new Tracks(
    () => buffer,
    () => ({ context: CONTEXT, name: "Aava" }),
    () => NOON + 3_600_000,
  );
  const ask = async (query: Record<string, unknown>) => {
    let answered: unknown = null;
    let code = 200;
    const response = {
      status(given: number) {
        code = given;
        return response;
      },
      json(body: unknown) {
        answered = body;
      },
    };
    await selfTrack(tracks, () => NOON + 3_600_000)({ query, params: {} }, response);
    return { code, ...Object(answered) };
  };
  const lengthsOf = async (query: Record<string, unknown>) =>
    (await ask(query)).coordinates.map((line: unknown[]) => line.length);
  expect(await ask({ timespan: "1h" })).toMatchObject({ code: 200, type: "MultiLineString" });
  expect(await lengthsOf({ timespan: "1h" })).toEqual([3, 2]);
  expect(await lengthsOf({ timespan: "15m" })).toEqual([2]);
  expect(await lengthsOf({ timespan: "15m", timespanOffset: "45" })).toEqual([3]);
  expect(await lengthsOf({ timespan: "1h", resolution: "100s" })).toEqual([2, 2]);
  expect((await ask({ timespan: "soon" })).code).toBe(400);
});
