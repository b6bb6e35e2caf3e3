/** Tracks, moorages and events near them as GeoJSON. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { describe, expect, test } from "vitest";
import { rowsAs, valueAs } from "../../../../test/support/acting.ts";
import { twoBoatsForTests } from "../../../../test/support/two-boats.ts";

const boats = twoBoatsForTests();
const asUser = (statement: Sql) => valueAs(boats.db, boats.alfa.user, statement);

describe("GeoJSON", () => {
  const change = (statement: Sql) => rowsAs(boats.db, boats.alfa.user, statement);
  const lines = async (statement: Sql) => {
    const { type, features } = (await asUser(statement)) as {
      type: string;
      features: { geometry: { type: string; coordinates: unknown[] } | null; properties: object }[];
    };
    expect(type).toBe("FeatureCollection");
    expect(features).toHaveLength(1);
    expect(features[0]?.properties).toEqual({});
    return features[0]?.geometry?.coordinates.length ?? null;
  };

  test("timelapse_fn obeys each argument alone and together", async () => {
    const first = boats.alfa.logId;
    expect(await lines(sql`select api.timelapse_fn()`)).toBe(2);
    expect(await lines(sql`select api.timelapse_fn(${first + 1}::int)`)).toBe(1);
    expect(await lines(sql`select api.timelapse_fn(null, ${first}::int)`)).toBe(1);
    expect(await lines(sql`select api.timelapse_fn(start_date => '2026-01-04')`)).toBe(1);
    expect(await lines(sql`select api.timelapse_fn(end_date => '2026-01-03')`)).toBe(1);
    expect(
      await lines(sql`select api.timelapse_fn(${first}::int, ${first}::int, '2026-01-04', null)`),
    ).toBeNull();
  });

  test("timelapse_fn has a log on the day on which it begins, though it ends on another", async () => {
    await boats.db.owner.transaction((tx) =>
      tx.run(
        sql`update api.logbook set _to_time = '2026-01-06T02:00Z' where id = ${boats.alfa.logId + 1}::int`,
      ),
    );
    expect(
      await lines(sql`select api.timelapse_fn(start_date => '2026-01-05', end_date => '2026-01-05')`),
    ).toBe(1);
    expect(await lines(sql`select api.timelapse_fn(start_date => '2026-01-06')`)).toBeNull();
  });

  test("find_log_from_moorage_fn and its siblings take what lies within 100 m, geodesically", async () => {
    const features = async (statement: Sql) =>
      ((await asUser(statement)) as { features: unknown[] }).features;
    const id = boats.alfa.moorageId;
    expect(await features(sql`select api.find_log_from_moorage_fn(${id}::int)`)).toMatchObject([
      {
        type: "Feature",
        geometry: {
          type: "LineString",
          coordinates: [
            [23.5, 60],
            [23.6, 60.5],
          ],
        },
      },
    ]);
    expect(await features(sql`select api.find_log_to_moorage_fn(${id}::int)`)).toHaveLength(1);
    expect(await features(sql`select api.find_stay_from_moorage_fn(${id}::int)`)).toHaveLength(2);
    // 0.0009° of latitude are 100.3 m at 60° north, 0.00089° are 99.2 m.
    for (const [offset, found] of [
      [0.00089, 1],
      [0.0009, 0],
    ] as const) {
      await change(sql`update api.moorages set latitude = 60 + ${offset}::float8 where id = ${id}::int`);
      expect(
        await features(sql`select api.find_log_from_moorage_fn(${id}::int)`),
        String(offset),
      ).toHaveLength(found);
    }
    await change(sql`update api.moorages set latitude = 60 where id = ${id}::int`);
  });

  test("an unknown moorage, or another's, is null", async () => {
    for (const id of [0, -1, 999_999, boats.bravo.moorageId]) {
      expect(await asUser(sql`select api.find_log_from_moorage_fn(${id}::int)`)).toBeNull();
    }
    expect(await asUser(sql`select api.find_log_from_moorage_fn(null)`)).toBeNull();
  });

  test("export_logbook_geojson_fn gives the stored collection, null for another's log", async () => {
    expect(await asUser(sql`select api.export_logbook_geojson_fn(${boats.alfa.logId}::int)`)).toMatchObject({
      type: "FeatureCollection",
    });
    expect(await asUser(sql`select api.export_logbook_geojson_fn(${boats.bravo.logId}::int)`)).toBeNull();
  });

  test("export_moorages_geojson_fn gives each moorage with the days spent there", async () => {
    expect(await asUser(sql`select api.export_moorages_geojson_fn()`)).toMatchObject({
      type: "FeatureCollection",
      features: [
        {
          geometry: { type: "Point", coordinates: [23.5, 60] },
          properties: { id: boats.alfa.moorageId, name: "alfa harbour", stay_code: 1 },
        },
        { properties: { name: "alfa bay", total_stay: 2 } },
      ],
    });
  });
});
