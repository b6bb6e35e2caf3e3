/** Tables of several programs and countries: columns are recognized by names, values and positions. */

import { destination } from "@wakelog/kit/geo/distance.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UnreadableFile } from "../../../src/boat/imports/row.ts";
import { readText, START } from "./files.ts";

interface Sailed {
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly knots: number;
  readonly course: number;
}

/** An hour at rest and an hour under way, a line a minute. */
function sail(latitude: number, longitude: number, knots: number, course: number): Sailed[] {
  let place = { latitude, longitude };
  return Array.from({ length: 120 }, (_, n) => {
    const isUnderWay = n >= 60;
    if (isUnderWay) place = destination(place, course, (knots * 1852) / 60);
    return { time: START + n * 60_000, ...place, knots: isUnderWay ? knots : 0, course };
  });
}

const UNITS = { "m/s": 1852 / 3600, kn: 1, "km/h": 1.852, mph: 1.150779 } as const;
const day = ({ time }: Sailed) => new Date(time).toISOString().slice(0, 10);
const clock = ({ time }: Sailed) => new Date(time).toISOString().slice(11, 19);
const table = (head: string, points: readonly Sailed[], line: (p: Sailed) => string) =>
  [head, ...points.map(line)].join("\n");

const voyages = fc.record({
  latitude: fc.double({ min: -60, max: 60, noNaN: true }),
  longitude: fc.double({ min: -179, max: 179, noNaN: true }),
  knots: fc.double({ min: 3, max: 25, noNaN: true }),
  course: fc.double({ min: 0, max: 359, noNaN: true }),
  unit: fc.constantFrom(...(Object.keys(UNITS) as (keyof typeof UNITS)[])),
  isNamed: fc.boolean(),
  inRadians: fc.boolean(),
});

describe("a table", () => {
  it("has its places, speeds and courses, in whatever units and columns they are written", async () => {
    await fc.assert(
      fc.asyncProperty(voyages, async ({ latitude, longitude, knots, course, unit, isNamed, inRadians }) => {
        const points = sail(latitude, longitude, knots, course);
        const text = table(
          `date,time,latitude,N/S,longitude,E/W,speed${isNamed ? ` (${unit})` : ""},course`,
          points,
          (p) =>
            [
              ...[day(p).replaceAll("-", "/"), clock(p)],
              ...[Math.abs(p.latitude).toFixed(7), p.latitude < 0 ? "S" : "N"],
              ...[Math.abs(p.longitude).toFixed(7), p.longitude < 0 ? "W" : "E"],
              ...[p.knots * UNITS[unit], inRadians ? (p.course * Math.PI) / 180 : p.course],
            ].join(","),
        );
        const { rows, error } = await readText(text);
        expect(error).toBeNull();
        for (const [n, p] of points.entries()) {
          expect(rows[n]?.time).toBe(p.time);
          expect(rows[n]?.latitude).toBeCloseTo(p.latitude, 6);
          expect(rows[n]?.longitude).toBeCloseTo(p.longitude, 6);
          expect(rows[n]?.speedoverground).toBeCloseTo(p.knots, 4);
          expect(rows[n]?.courseovergroundtrue).toBeCloseTo(p.course, 3);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("has the course of a receiver under heading, but not that of a compass", async () => {
    const points = sail(-22.9, -43.1, 6, 180);
    const read = async (error: number) =>
      (
        await readText(
          table(
            "time,lat,lon,heading",
            points,
            (p) => `${day(p)}T${clock(p)}Z,${p.latitude},${p.longitude},${p.course + error}`,
          ),
        )
      ).rows[80];
    expect((await read(0))?.courseovergroundtrue).toBe(180);
    expect(await read(8)).toMatchObject({
      courseovergroundtrue: null,
      metrics: { "navigation.headingTrue": expect.closeTo((188 * Math.PI) / 180, 5) },
    });
  });

  it("leaves out speeds whose unit nothing tells, and says so", async () => {
    const { rows, remarks } = await readText("time,lat,lon,speed,course\n2026-06-01 08:00:00,59,22,6.2,3\n");
    expect(rows).toMatchObject([{ speedoverground: null, courseovergroundtrue: null }]);
    expect(remarks.notes.filter((note) => note.includes("is left out")).length).toBe(2);
  });

  it("asks about a unit that the positions contradict", async () => {
    const points = sail(40, 5, 6, 90);
    const text = table(
      "time,lat,lon,sog (kn)",
      points,
      (p) => `${day(p)} ${clock(p)},${p.latitude},${p.longitude},${p.knots * 1.852}`,
    );
    const { remarks } = await readText(text);
    expect(remarks.notes).toContain("sog (kn) should be in kn, but the positions fit km/h: is that right?");
  });

  it("has no course that no circle has, and no line on the wrong side", async () => {
    const { rows, remarks } = await readText(
      "time,lat,ns,lon,ew,cog (deg)\n2026-06-01 08:00,59,N,22,E,15470\n2026-06-01 08:01,59,N,22,E,-1\n" +
        "2026-06-01 08:02,59,,22,E,10\n2026-06-01 08:03,-59,N,22,E,10\n2026-06-01 08:04,-59,S,22,W,10\n",
    );
    expect(rows.map((row) => [row.latitude, row.longitude, row.courseovergroundtrue])).toEqual([
      [59, 22, null],
      [59, 22, 359],
      [-59, -22, 10],
    ]);
    expect(Object.fromEntries(remarks.skipped)).toEqual({
      "angles outside of the circle": 1,
      "lines without a position": 2,
    });
  });

  it("has temperatures and pressures in the units that their values fit", async () => {
    const of = async (names: string, values: string) =>
      (await readText(`time,lat,lon,${names}\n2026-06-01 08:00,59,22,${values}\n`)).rows[0]?.metrics;
    expect(await of("water_temp,pressure", "15,1013")).toEqual({
      "environment.water.temperature": 288.15,
      "environment.outside.pressure": 101_300,
    });
    expect(await of("water_temp,pressure", "288.15,101300")).toEqual({
      "environment.water.temperature": 288.15,
      "environment.outside.pressure": 101_300,
    });
  });

  it("may have readings as JSON", async () => {
    const json = JSON.stringify({
      "environment.depth.belowKeel": 3.5,
      "navigation.speedOverGround": 2,
      note: "x",
    });
    const { rows } = await readText(
      `time,latitude,longitude,metrics\n2026-06-01T08:00:00Z,59,22,"${json.replaceAll('"', '""')}"\n`,
    );
    expect(rows).toMatchObject([
      { speedoverground: 3.887689, metrics: { "environment.depth.belowKeel": 3.5 } },
    ]);
    expect(Object.keys(rows[0]?.metrics ?? {})).toEqual(["environment.depth.belowKeel"]);
  });
});

describe("the dates of a table", () => {
  const points = sail(59, 22, 5, 0).map((p, n) => ({ ...p, time: START + n * 10 * 3_600_000 }));
  const lines = (form: (p: Sailed) => string) =>
    readText(table("time;lat;lon", points, (p) => `${form(p)};${p.latitude};${p.longitude}`));
  const parts = (p: Sailed) => day(p).split("-") as [string, string, string];
  const half = (p: Sailed) => {
    const [hour = "", ...rest] = clock(p).split(":");
    return `${Number(hour) % 12 || 12}:${rest.join(":")} ${Number(hour) < 12 ? "AM" : "PM"}`;
  };

  it.each([
    ["German", (p: Sailed) => `${parts(p)[2]}.${parts(p)[1]}.${parts(p)[0]} ${clock(p)}`],
    [
      "German, with a comma",
      (p: Sailed) => `${Number(parts(p)[2])}.${Number(parts(p)[1])}.${parts(p)[0]}, ${clock(p)}`,
    ],
    ["British", (p: Sailed) => `${parts(p)[2]}/${parts(p)[1]}/${parts(p)[0]} ${clock(p)}`],
    ["American", (p: Sailed) => `${Number(parts(p)[1])}/${Number(parts(p)[2])}/${parts(p)[0]} ${half(p)}`],
  ])("may be %s", async (_, form) => {
    expect((await lines(form)).rows.map((row) => row.time)).toEqual(points.map((p) => p.time));
  });

  it("are refused if they can be read in two ways, and if they have no time of day", async () => {
    const { error } = await readText("time,lat,lon\n06/10/2026 15:00:00,59,22\n");
    expect(error).toBeInstanceOf(UnreadableFile);
    expect(error?.message).toContain("06/10/2026");
    for (const [head, line] of [
      ["date,lat,lon", "2026-06-10,59,22"],
      ["date,time,lat,lon", "2026-06-10,,59,22"],
    ]) {
      const { rows, error: refusal } = await readText(`${head}\n${line}\n`);
      expect(rows).toEqual([]);
      expect(refusal?.message).toContain("for example: 2026-06-10");
    }
  });
});
