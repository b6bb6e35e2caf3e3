/** The spatial port's promises, which both adapters keep. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { Geodesic } from "geographiclib-geodesic";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cloneDatabase, type TestDatabase } from "../../../../test/support/database.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await cloneDatabase();
});
afterAll(() => db.drop());

const first = async (statement: Sql) => (await db.owner.transaction((tx) => tx.query(statement)))[0] ?? {};

type Line = readonly [number, number, number, number];
/** Lengths of many lines at once, in metres: the port's and Karney's. */
async function compared(lines: readonly Line[]): Promise<{ line: Line; port: number; truth: number }[]> {
  const { lengths } = await first(sql`
    select json_agg(app.distance_m((l ->> 0)::float8, (l ->> 1)::float8, (l ->> 2)::float8, (l ->> 3)::float8) order by n) as lengths
    from json_array_elements(${JSON.stringify(lines)}::json) with ordinality e (l, n)`);
  return lines.map((line, i) => ({
    line,
    port: Number((lengths as number[])[i]),
    truth: Geodesic.WGS84.Inverse(...line).s12 ?? Number.NaN,
  }));
}

const latitude = fc.double({ min: -90, max: 90, noNaN: true });
const longitude = fc.double({ min: -180, max: 180, noNaN: true });

describe("distance_m", () => {
  test("is within half a percent of the geodesic anywhere, antipodes, poles and the 180° meridian too", async () => {
    const lines = fc.sample(fc.tuple(latitude, longitude, latitude, longitude), { numRuns: 2000, seed: 7 });
    const special: Line[] = [
      [0, 0, 0, 180],
      [0, 0, 0.5, 179.5],
      [90, 0, -90, 0],
      [90, 0, 90, 170],
      [-45, 179.9, -45, -179.9],
      [0, -1, 0, 1],
    ];
    for (const { line, port, truth } of await compared([...lines, ...special])) {
      expect(Math.abs(port - truth), line.join()).toBeLessThanOrEqual(0.005 * truth + 0.001);
    }
  });

  test("is within a ten-thousandth, and a millimetre, of the geodesic between near positions", async () => {
    const near = fc.tuple(
      fc.double({ min: -89, max: 89, noNaN: true }),
      longitude,
      fc.double({ min: -0.5, max: 0.5, noNaN: true }),
      fc.double({ min: -0.5, max: 0.5, noNaN: true }),
    );
    const lines = fc
      .sample(near, { numRuns: 2000, seed: 8 })
      .map(([lat, lng, north, east]): Line => [lat, lng, lat + north, lng + east]);
    for (const { line, port, truth } of await compared(lines)) {
      expect(Math.abs(port - truth), line.join()).toBeLessThanOrEqual(1e-4 * truth + 0.001);
    }
  });

  test("of a position to itself is nothing, and of an unknown position unknown", async () => {
    expect(
      await first(
        sql`select app.distance_m(60, 23, 60, 23) as zero, app.distance_m(60, null, 60, 23) as unknown`,
      ),
    ).toEqual({ zero: 0, unknown: null });
  });
});

describe("geometry", () => {
  test("goes in as latitude and longitude and comes out as GeoJSON, longitude first", async () => {
    const row = await first(sql`select app.geojson_of(app.make_point(60.25, 23.5)) as point,
      app.geojson_of(app.make_line('[[23.5, 60.25], [24, 61]]')) as line, to_json(app.make_point(60.25, 23.5)) as json`);
    expect(row.point).toEqual({ type: "Point", coordinates: [23.5, 60.25] });
    expect(row.line).toEqual({
      type: "LineString",
      coordinates: [
        [23.5, 60.25],
        [24, 61],
      ],
    });
    expect(row.json).toMatchObject({ type: "Point", coordinates: [23.5, 60.25] });
  });

  test("of an unknown position, or a track with one position, is null", async () => {
    expect(
      await first(sql`select app.make_point(null, 23) as point, app.make_line('[[23, 60]]') as line`),
    ).toEqual({ point: null, line: null });
  });

  test("that is none is refused by the column itself", async ({ skip }) => {
    const put = (value: string) =>
      first(sql`insert into api.moorages (vessel_id, geog) values ('x', (${value}::jsonb)::app.geo_point)`);
    const { plain } = await first(sql`select app.spatial_version() = 'plain' as plain`);
    if (plain !== true) skip("PostGIS checks its own types");
    for (const value of [
      '{"type": "Point"}',
      '{"type": "Point", "coordinates": [181, 0]}',
      '{"type": "LineString", "coordinates": [[1, 2], [3, 4]]}',
      '"x"',
      '{"type": "Point", "coordinates": ["a", "b"]}',
    ]) {
      await expect(put(value), value).rejects.toMatchObject({ sqlstate: "23514" });
    }
  });
});
