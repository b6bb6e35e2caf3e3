/** What the procedures answer that SQL implements: the shapes that clients read, and the mended edges. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Sql, sql } from "../../src/db/sql.ts";
import { refusal, rowsAs, valueAs } from "../support/acting.ts";
import { cloneDatabase, type TestDatabase } from "../support/database.ts";
import { type Party, twoBoats } from "../support/two-boats.ts";

let db: TestDatabase;
let alfa: Party;
let bravo: Party;

beforeAll(async () => {
  db = await cloneDatabase();
  ({ alfa, bravo } = await twoBoats(db));
});
afterAll(() => db.drop());

const asUser = (statement: Sql) => valueAs(db, alfa.user, statement);

describe("settings and preferences", () => {
  const preferences = async () => {
    const settings = await asUser(sql`select api.settings_fn()`);
    return (settings as { preferences: Record<string, unknown> }).preferences;
  };
  const set = (key: string, value: string | null) =>
    asUser(sql`select api.update_user_preferences_fn(${key}, ${value})`);

  test("settings_fn gives the account as clients read it", async () => {
    expect(await asUser(sql`select api.settings_fn()`)).toMatchObject({
      email: "alfa@example.org",
      first: "alfa",
      last: "Sailor",
      preferences: { email_notifications: true },
      username: "A Sailor",
      has_vessel: true,
      public_id: expect.any(Number),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+00:00$/),
    });
  });

  test("a value is JSON where it is JSON and text otherwise, and missing groups are made", async () => {
    expect(await set("{use_imperial_units}", "true")).toBe(true);
    await set("{preferred_homepage}", "3");
    await set("{website}", "yes");
    await set("{alerting,enabled}", "true");
    await set("{alerting,low_battery_voltage_threshold}", "12.5");
    await set("list", "[1, 2]");
    await set("{number}", "0049");
    expect(await preferences()).toMatchObject({
      use_imperial_units: true,
      preferred_homepage: 3,
      website: "yes",
      alerting: { enabled: true, low_battery_voltage_threshold: 12.5 },
      list: [1, 2],
      number: "0049",
      email_notifications: true,
    });
  });

  test("null clears one key and leaves the others", async () => {
    await set("{website}", "x");
    expect(await set("{website}", null)).toBe(true);
    await set("{preferred_homepage}", "null");
    const left = await preferences();
    expect(left).not.toHaveProperty("website");
    expect(left).not.toHaveProperty("preferred_homepage");
    expect(left).toMatchObject({ email_notifications: true });
  });

  test("what proves or grants something cannot be set", async () => {
    for (const key of [
      "{email_valid}",
      "email_valid",
      "{messenger}",
      "{messenger,from}",
      "{badges,Helmsman}",
    ]) {
      expect(
        await refusal(db, alfa.user, sql`select api.update_user_preferences_fn(${key}, 'true')`),
        key,
      ).toBe("42501");
    }
  });

  test("a key that names nothing, broken JSON and oversized values are refused as bad input", async () => {
    for (const [key, value] of [
      ["{}", "1"],
      ["{a,}", "1"],
      ["{a", "1"],
      ["", "1"],
      ["{a}", "{oops"],
      ["{a}", "[1"],
      ["{a}", "x".repeat(70_000)],
    ] as const) {
      expect(
        await refusal(db, alfa.user, sql`select api.update_user_preferences_fn(${key}, ${value})`),
        key,
      ).toMatch(/^22/);
    }
  });

  test("another's preferences stay as they are", async () => {
    const other = await valueAs(db, bravo.user, sql`select api.settings_fn()`);
    expect(other).toMatchObject({ email: "bravo@example.org", preferences: { email_notifications: true } });
  });
});

describe("the vessel", () => {
  test("vessel_fn shows where it was seen last, its length in metres, its type and country", async () => {
    expect(await asUser(sql`select api.vessel_fn()`)).toMatchObject({
      name: "SV alfa",
      mmsi: 230099999,
      ship_type: "Sailing",
      country: "Finland",
      alpha_2: "FI",
      length: 12.5,
      beam: 4,
      height: 18,
      plugin_version: "alfa",
      geojson: {
        type: "Feature",
        geometry: { type: "Point", coordinates: [23.5, expect.closeTo(60.06, 6)] },
        properties: { name: "SV alfa" },
      },
    });
  });

  test("vessel_details_fn is bare", async () => {
    expect(await valueAs(db, bravo.user, sql`select api.vessel_details_fn()`)).toEqual({
      ship_type: "Sailing",
      country: "Germany",
      alpha_2: "DE",
      length: 12.5,
      beam: 4,
      height: 18,
      plugin_version: "bravo",
    });
  });

  test("a vessel that never made contact is null", async () => {
    await db.owner.transaction(async (tx) => {
      await tx.run(
        sql`insert into app.accounts (account_id, email, first, last, password_hash) values ('newaccount', 'new@example.org', 'New', 'One', 'x')`,
      );
      await tx.run(sql`insert into app.vessels (vessel_id, name) values ('newvessel', 'Silent')`);
      await tx.run(
        sql`insert into app.memberships (account_id, vessel_id) values ('newaccount', 'newvessel')`,
      );
    });
    const silent = { role: "user_role", claims: { uid: "newaccount", email: "new@example.org" } };
    expect(await valueAs(db, silent, sql`select api.vessel_fn()`)).toBeNull();
    expect(await rowsAs(db, silent, sql`select name, last_contact, offline from api.vessels_view`)).toEqual([
      { name: "Silent", last_contact: null, offline: null },
    ]);
    expect(await valueAs(db, silent, sql`select api.stats_logs_fn()`)).toMatchObject({
      name: "Silent",
      count: 0,
      max_speed: null,
    });
  });

  test("versions_fn names the same five versions as versions_view, to anybody", async () => {
    const versions = await valueAs(
      db,
      { role: "anonymous", path: "/rpc/versions_fn" },
      sql`select api.versions_fn()`,
    );
    expect(Object.keys(versions as object)).toEqual([
      "api_version",
      "sys_version",
      "timeseriesdb",
      "spatialdb",
      "restserver",
    ]);
    expect(await rowsAs(db, alfa.user, sql`select * from api.versions_view`)).toEqual([versions]);
  });
});

describe("statistics", () => {
  test("logs_by_day_fn has the keys 01 to 07 with Sunday first, logs_by_month_fn 01 to 12", async () => {
    // 3 January 2026 was a Saturday, 5 January a Monday.
    expect(await asUser(sql`select api.logs_by_day_fn()`)).toEqual({
      "01": 0,
      "02": 1,
      "03": 0,
      "04": 0,
      "05": 0,
      "06": 0,
      "07": 1,
    });
    const months = (await asUser(sql`select api.logs_by_month_fn()`)) as Record<string, number>;
    expect(Object.keys(months).sort()).toEqual([
      "01",
      "02",
      "03",
      "04",
      "05",
      "06",
      "07",
      "08",
      "09",
      "10",
      "11",
      "12",
    ]);
    expect(months["01"]).toBe(2);
  });

  test("stats_logs_fn works without any wind data and names the first of equal logs", async () => {
    expect(await asUser(sql`select api.stats_logs_fn()`)).toEqual({
      name: "SV alfa",
      first_date: "2026-01-03T06:00:00+00:00",
      last_date: "2026-01-05T20:00:00+00:00",
      max_speed_id: alfa.logId,
      max_wind_speed_id: null,
      max_duration_id: alfa.logId + 1,
      max_distance_id: alfa.logId + 1,
      count: 2,
      max_speed: 7.5,
      max_wind_speed: null,
      max_distance: 31.25,
      sum_distance: 61.75,
      max_duration: "PT8H",
      sum_duration: "PT14H",
    });
  });

  test("an end date includes its day, one date alone is enough, and an unreadable date is none", async () => {
    const count = async (from: string | null, to: string | null) =>
      ((await asUser(sql`select api.stats_logs_fn(${from}, ${to})`)) as { count: number }).count;
    expect(await count("2026-01-01", "2026-01-03")).toBe(1);
    expect(await count(null, "2026-01-03")).toBe(1);
    expect(await count("2026-01-04", null)).toBe(1);
    expect(await count("2026-01-06", "")).toBe(0);
    expect(await count("rubbish", "2026-13-45")).toBe(2);
  });

  test("stats_stays_fn counts every stay, at home and away", async () => {
    expect(await asUser(sql`select api.stats_stays_fn('', '2026-01-05')`)).toEqual({
      home_ports: 1,
      unique_moorage: 2,
      time_at_home_ports: "P2DT6H",
      sum_stay_duration: "P4DT6H",
      time_spent_away: [{ stay_code: 2, stay_duration: "P2D" }],
    });
  });
});

describe("GeoJSON", () => {
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
    const first = alfa.logId;
    expect(await lines(sql`select api.timelapse_fn()`)).toBe(2);
    expect(await lines(sql`select api.timelapse_fn(${first + 1}::int)`)).toBe(1);
    expect(await lines(sql`select api.timelapse_fn(null, ${first}::int)`)).toBe(1);
    expect(await lines(sql`select api.timelapse_fn(start_date => '2026-01-04')`)).toBe(1);
    expect(await lines(sql`select api.timelapse_fn(end_date => '2026-01-03')`)).toBe(1);
    expect(
      await lines(sql`select api.timelapse_fn(${first}::int, ${first}::int, '2026-01-04', null)`),
    ).toBeNull();
  });

  test("find_log_from_moorage_fn and its siblings take what lies within 100 m, geodesically", async () => {
    const features = async (statement: Sql) =>
      ((await asUser(statement)) as { features: unknown[] }).features;
    const id = alfa.moorageId;
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
      await acting0(sql`update api.moorages set latitude = 60 + ${offset}::float8 where id = ${id}::int`);
      expect(
        await features(sql`select api.find_log_from_moorage_fn(${id}::int)`),
        String(offset),
      ).toHaveLength(found);
    }
    await acting0(sql`update api.moorages set latitude = 60 where id = ${id}::int`);
  });

  test("an unknown moorage, or another's, is null", async () => {
    for (const id of [0, -1, 999_999, bravo.moorageId]) {
      expect(await asUser(sql`select api.find_log_from_moorage_fn(${id}::int)`)).toBeNull();
    }
    expect(await asUser(sql`select api.find_log_from_moorage_fn(null)`)).toBeNull();
  });

  test("export_logbook_geojson_fn gives the stored collection, null for another's log", async () => {
    expect(await asUser(sql`select api.export_logbook_geojson_fn(${alfa.logId}::int)`)).toMatchObject({
      type: "FeatureCollection",
    });
    expect(await asUser(sql`select api.export_logbook_geojson_fn(${bravo.logId}::int)`)).toBeNull();
  });

  test("export_moorages_geojson_fn gives each moorage with the days spent there", async () => {
    expect(await asUser(sql`select api.export_moorages_geojson_fn()`)).toMatchObject({
      type: "FeatureCollection",
      features: [
        {
          geometry: { type: "Point", coordinates: [23.5, 60] },
          properties: { id: alfa.moorageId, name: "alfa harbour", stay_code: 1 },
        },
        { properties: { name: "alfa bay", total_stay: 2 } },
      ],
    });
  });

  const acting0 = (statement: Sql) => rowsAs(db, alfa.user, statement);
});

describe("observations", () => {
  test("are merged into the log at every depth and leave the rest", async () => {
    expect(
      await asUser(
        sql`select api.update_logbook_observations_fn(${alfa.logId}::int, '{"observations": {"seaState": 3, "visibility": 9}}')`,
      ),
    ).toBe(true);
    expect(
      await rowsAs(db, alfa.user, sql`select extra from api.log_view where id = ${alfa.logId}::int`),
    ).toEqual([
      { extra: { metrics: { "navigation.log": 0.4 }, observations: { seaState: 3, visibility: 9 } } },
    ]);
  });

  test("of another's log answer false and change nothing", async () => {
    const before = await rowsAs(db, bravo.user, sql`select extra from api.logbook order by id`);
    expect(
      await asUser(sql`select api.update_logbook_observations_fn(${bravo.logId}::int, '{"x": 1}')`),
    ).toBe(false);
    expect(await rowsAs(db, bravo.user, sql`select extra from api.logbook order by id`)).toEqual(before);
  });

  test("that are no JSON object are bad input", async () => {
    for (const text of ["{", "[]", "1", "null"]) {
      expect(
        await refusal(db, alfa.user, sql`select api.update_logbook_observations_fn(1, ${text})`),
        text,
      ).toMatch(/^22/);
    }
  });
});
