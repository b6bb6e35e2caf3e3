/** A log has one line: its distance, its segments, its best 24 hours, its track and its exports are measured along it. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { destination, type Position } from "@wakelog/kit/geo/distance.ts";
import { trackLengthM } from "@wakelog/kit/geo/track.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";
import { LAW_TIMEOUT, lawCases } from "../../../../../../test/support/laws/cases.ts";
import type { ExportedLog } from "../../../../src/boat/exports/model.ts";
import { readLogs } from "../../../../src/boat/exports/stored.ts";

const NOW = Date.UTC(2026, 5, 10);
const START = Date.UTC(2026, 5, 1, 6);
const HOME: Position = { latitude: 41.2, longitude: 2.3 };
let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

interface Voyage {
  /** The boat's report before she leaves, and whether she already makes way. */
  readonly before: { readonly status: "moored" | null; readonly knots: number; readonly rows: number };
  readonly legs: readonly { readonly course: number; readonly knots: number; readonly minutes: number }[];
  /** Seconds between rows under way, metres of noise, metres between two receivers. */
  readonly spacing: number;
  readonly noise: number;
  readonly apart: number;
  readonly speeds: boolean;
}

const voyages: fc.Arbitrary<Voyage> = fc.record({
  before: fc.record({
    status: fc.constantFrom("moored" as const, null),
    knots: fc.constantFrom(0, 0, 4.1),
    rows: fc.constantFrom(1, 12),
  }),
  legs: fc.array(
    fc.record({
      course: fc.integer({ min: 0, max: 120 }),
      knots: fc.integer({ min: 3, max: 8 }),
      minutes: fc.integer({ min: 5, max: 25 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  spacing: fc.constantFrom(5, 10, 60, 300),
  noise: fc.constantFrom(0, 4),
  apart: fc.constantFrom(0, 0, 20),
  speeds: fc.boolean(),
});

function rowsOf({ before, legs, spacing, noise, apart, speeds }: Voyage): JsonObject[] {
  const rows: JsonObject[] = [];
  let [here, second] = [HOME, 0];
  const add = (status: string | null, knots: number): void => {
    const off = noise * Math.abs(Math.sin(second * 0.37)) + (rows.length % 2) * apart;
    const seen = destination(here, apart > 0 ? 150 : (second * 7.3) % 360, off);
    rows.push({
      time: new Date(START + second * 1000).toISOString(),
      ...seen,
      speedoverground: speeds ? knots : null,
      status,
    });
  };
  for (let n = 0; n < before.rows; n++, second += before.knots > 0 ? 60 : 300) {
    add(before.status, before.knots);
    if (before.knots > 0) here = destination(here, 0, (before.knots * 1852) / 60);
  }
  for (const { course, knots, minutes } of legs)
    for (const end = second + minutes * 60; second < end; second += spacing) {
      add(before.status === null ? null : "sailing", knots);
      here = destination(here, course, (knots * 1852 * spacing) / 3600);
    }
  for (let n = 0; n < 14; n++, second += 300) add(before.status, 0);
  return rows;
}

async function logsOf(boat: Boat): Promise<{ stored: JsonObject; exported: ExportedLog }[]> {
  const stored = await boat.rows(sql`
    select id, distance::float8 as distance, (extra -> 'best_24h_nm')::float8 as best, segments, track_geojson as track,
      (extract(epoch from _from_time) * 1000)::float8 as started, (extract(epoch from _to_time) * 1000)::float8 as ended
    from api.logbook where vessel_id = ${boat.vesselId} and _to_time is not null order by _from_time`);
  return boat.as("user_role", async (tx) => {
    const all: { stored: JsonObject; exported: ExportedLog }[] = [];
    for (const log of stored)
      for await (const exported of readLogs(tx, { id: Number(log.id) }))
        all.push({ stored: log as JsonObject, exported });
    return all;
  });
}

const miles = (places: readonly Position[]) => trackLengthM(places) / 1852;

function expectAgreement({ stored, exported }: { stored: JsonObject; exported: ExportedLog }): void {
  const distance = Number(stored.distance);
  const segments = stored.segments as { distanceNm: number }[];
  const track = stored.track as { features: { geometry: { coordinates: [number, number][] } }[] };
  const line = track.features[0]?.geometry.coordinates ?? [];
  const places = line.map(([longitude, latitude]) => ({ latitude, longitude }));
  expect(distance).toBeGreaterThan(0);
  expect(segments.reduce((sum, part) => sum + part.distanceNm, 0)).toBeCloseTo(distance, 3);
  expect(miles(places)).toBeCloseTo(distance, 3);
  expect(Number(stored.best)).toBeCloseTo(distance, 1);
  expect(Math.abs(Number(stored.best) - distance)).toBeLessThanOrEqual(0.0051);
  const [points = []] = exported.lines;
  expect(exported.lines).toHaveLength(1);
  expect(miles(points)).toBeCloseTo(distance, 3);
  expect([points[0]?.time, points.at(-1)?.time]).toEqual([stored.started, stored.ended]);
}

it(
  "distance, segments, best 24 hours, track and export of any voyage agree",
  async () => {
    await fc.assert(
      fc.asyncProperty(voyages, async (voyage) => {
        const boat = await makeBoat(database, () => NOW);
        await boat.post(rowsOf(voyage));
        await boat.drain();
        for (const log of await logsOf(boat)) expectAgreement(log);
      }),
      { numRuns: lawCases(0.2) },
    );
  },
  LAW_TIMEOUT,
);

it("a row before the log is the berth only if the boat lay there", async () => {
  const voyage: Voyage = {
    before: { status: "moored", knots: 4.1, rows: 1 },
    legs: [{ course: 0, knots: 4, minutes: 40 }],
    ...{ spacing: 60, noise: 0, apart: 0, speeds: true },
  };
  const boat = await makeBoat(database, () => NOW);
  await boat.post(rowsOf(voyage));
  await boat.drain();
  const [log] = await logsOf(boat);
  // Forty rows are thirty-nine steps, and one to where she then lies.
  expect(Number(log?.stored.distance)).toBeCloseTo((40 * 4) / 60, 2);
  const times = log?.exported.lines[0]?.map(({ time }) => time) ?? [];
  expect(new Set(times).size).toBe(times.length);
});
