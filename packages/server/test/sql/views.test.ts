/** The views' contents for known rows. */

import { ident, type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acting, rowsAs } from "../../../../test/support/acting.ts";
import { cloneDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { type Party, twoBoats } from "../../../../test/support/two-boats.ts";

let db: TestDatabase;
let alfa: Party;

beforeAll(async () => {
  db = await cloneDatabase();
  ({ alfa } = await twoBoats(db));
});
afterAll(() => db.drop());

test("stays_view lists every stay, repeated ones and the running one too, newest first", async () => {
  const stays = await rowsAs(
    db,
    alfa.user,
    sql`select name, moorage, duration, stayed_at, stayed_at_id, departed from api.stays_view`,
  );
  expect(stays).toHaveLength(3);
  expect(stays[0]).toMatchObject({ moorage: "alfa harbour", stayed_at: "Dock", departed: null });
  expect(stays.slice(1)).toMatchObject([
    {
      name: "2 days stay at alfa stay in January 2026",
      moorage: "alfa bay",
      duration: "P2D",
      stayed_at: "Anchor",
      stayed_at_id: 2,
    },
    {
      name: "2 days stay at alfa stay in January 2026",
      moorage: "alfa harbour",
      duration: "P2DT6H",
      stayed_at: "Dock",
    },
  ]);
});

test("moorages count their visits and days from stays, whatever the stored counters say", async () => {
  await db.owner.transaction((tx) =>
    tx.run(sql`update api.moorages set reference_count = 77, stay_duration = '900 days'`),
  );
  const [harbour, bay] = await rowsAs(
    db,
    alfa.user,
    sql`select moorage, default_stay, total_stay, arrivals_departures from api.moorages_view`,
  );
  expect(harbour).toMatchObject({ moorage: "alfa harbour", default_stay: "Unknown", arrivals_departures: 2 });
  expect(bay).toEqual({
    moorage: "alfa bay",
    default_stay: "Unknown",
    total_stay: "2",
    arrivals_departures: 1,
  });
  expect(
    await rowsAs(
      db,
      alfa.user,
      sql`select home, arrivals_departures from api.moorage_view where name = 'alfa bay'`,
    ),
  ).toEqual([{ home: false, arrivals_departures: 1 }]);
});

test("monitoring views read the newest row, in SI units, and keys by pattern", async () => {
  expect(
    await rowsAs(
      db,
      alfa.user,
      sql`select offline, watertemperature, insidehumidity, outsidehumidity, batteryvoltage, batterycharge, name, geojson from api.monitoring_view`,
    ),
  ).toMatchObject([
    {
      offline: false,
      watertemperature: 285.5,
      insidehumidity: 0.5,
      outsidehumidity: 0.7,
      batteryvoltage: 12.7,
      batterycharge: null,
      name: "SV alfa",
      geojson: {
        geometry: { type: "Point", coordinates: [23.5, expect.closeTo(60.06, 6)] },
        properties: { name: "SV alfa" },
      },
    },
  ]);
  expect(await rowsAs(db, alfa.user, sql`select key from api.monitoring_view2`)).toHaveLength(6);
  const distinct = async (view: "temperatures" | "humidity" | "voltage") => {
    const statement = {
      temperatures: sql`select distinct key from api.monitoring_temperatures order by 1`,
      humidity: sql`select distinct key from api.monitoring_humidity order by 1`,
      voltage: sql`select distinct key from api.monitoring_voltage order by 1`,
    }[view];
    return (await rowsAs(db, alfa.user, statement)).map((row) => row.key);
  };
  expect(await distinct("temperatures")).toEqual([
    "environment.outside.temperature",
    "environment.water.temperature",
  ]);
  expect(await distinct("humidity")).toEqual([
    "environment.inside.humidity",
    "environment.outside.relativeHumidity",
  ]);
  expect(await distinct("voltage")).toEqual(["electrical.batteries.House.voltage"]);
  expect(await rowsAs(db, alfa.user, sql`select count(*)::int as n from api.monitoring_view3`)).toEqual([
    { n: 360 },
  ]);
});

test("measurements come from the keys that the owner chose, and from the usual ones where those measure nothing", async () => {
  const measured = () =>
    rowsAs(db, alfa.user, sql`select watertemperature, batteryvoltage, depth from api.monitoring_view`);
  const [usual] = await measured();
  const choose = (keys: object | null) =>
    acting(db, alfa.user, (tx) =>
      tx.run(
        sql`update api.metadata set configuration = ${keys === null ? null : JSON.stringify(keys)}::jsonb`,
      ),
    );
  await choose({
    waterTemperatureKey: "environment.outside.temperature",
    voltageKey: "electrical.batteries.9.voltage",
  });
  expect(await measured()).toEqual([{ ...usual, watertemperature: 290 }]);
  const [chosen] = await rowsAs(
    db,
    alfa.user,
    sql`select configuration ->> 'update_at' > '2026' as stamped from api.metadata`,
  );
  expect(chosen).toEqual({ stamped: true });
  await expect(choose(["depthKey"])).rejects.toMatchObject({ sqlstate: "22023" });
  await choose({ depthKey: 7 });
  expect(await measured()).toEqual([usual]);
  await choose(null);
});

test("a row without a position, or with metrics that are no object, does not break the monitoring views", async () => {
  await acting(db, alfa.boat, (tx) =>
    tx.run(sql`insert into api.metrics ("time", metrics) values (now() - interval '1 minute', '[1]')`),
  );
  const [row] = await rowsAs(db, alfa.user, sql`select geojson, watertemperature from api.monitoring_view`);
  expect(row).toMatchObject({ geojson: { geometry: { type: "Point" } }, watertemperature: null });
  expect(await rowsAs(db, alfa.user, sql`select * from api.monitoring_view2`)).toEqual([]);
  expect(await rowsAs(db, alfa.user, sql`select count(*)::int as n from api.monitoring_voltage`)).toEqual([
    { n: 60 },
  ]);
});

test("statistics add up without wind data", async () => {
  expect(await rowsAs(db, alfa.user, sql`select * from api.stats_logs_view`)).toMatchObject([
    {
      name: "SV alfa",
      number_of_log_entries: expect.anything(),
      max_speed: 7.5,
      max_wind_speed: null,
      total_distance: "61.75",
      total_time_underway: "PT14H",
      longest_nonstop_sail: "31.25 NM, 8:00 hours",
    },
  ]);
  const [moorages] = await rowsAs(db, alfa.user, sql`select * from api.stats_moorages_view`);
  expect(Object.keys(moorages ?? {})).toEqual([
    "home_ports",
    "unique_moorages",
    "time_spent_at_home_port(s)",
    "time_spent_away",
  ]);
  expect(moorages).toMatchObject({ time_spent_away: "P2D" });
  expect(await rowsAs(db, alfa.user, sql`select * from api.stats_moorages_away_view`)).toEqual([
    { description: "Anchor", time_spent_away_by: "P2D" },
  ]);
  expect(
    await rowsAs(db, alfa.user, sql`select logs::int, stays::int, moorages::int from api.total_info_view`),
  ).toEqual([{ logs: 2, stays: 3, moorages: 2 }]);
});

test("a month's total is that of all logs that departed in it, UTC, and of the caller's vessel alone", async () => {
  await acting(db, alfa.user, async (tx) => {
    await tx.run(sql`insert into api.logs_view (name, started, ended, distance, duration) values
      ('over midnight', '2025-05-31T23:59+00', '2025-06-02T03:00Z', 100.25, 'P1DT3H1M'),
      ('in another zone', '2025-04-30T23:00-02', '2025-05-01T08:00Z', 20, 'PT7H'),
      ('no figures yet', '2025-06-30T00:00Z', '2025-06-30T02:00Z', null, null)`);
    await tx.run(sql`update api.log_view set extra = '{"not_recorded": 12.5}' where name = 'over midnight'`);
    await tx.run(sql`update api.log_view set extra = '{"not_recorded": 2.5}' where name = 'in another zone'`);
    const months = await tx.query(sql`select * from api.logs_by_month_view where month < '2026-01'`);
    expect(months).toEqual([
      { month: "2025-06", logs: 1, distance: null, not_recorded: null, duration: "PT2H" },
      { month: "2025-05", logs: 2, distance: "120.25", not_recorded: "15.0", duration: "P1DT10H1M" },
    ]);
    throw new Error("taken back");
  }).catch((error: Error) => expect(error.message).toBe("taken back"));
});

test.each([
  ['{"not_recorded": 3.2}', "3.2"],
  ['{"not_recorded": 0}', null],
  ['{"not_recorded": -7}', null],
  ['{"not_recorded": "many"}', null],
  ['{"not_recorded": [1]}', null],
  ['["not_recorded"]', null],
  ["7", null],
  ["null", null],
])("of a log with the further figures %s, %s NM were not recorded", async (extra, wanted) => {
  // Not as a user: non-objects are refused now, but may be stored from before.
  await db.owner.transaction((tx) =>
    tx.run(sql`update api.logbook set extra = ${extra}::jsonb where id = ${alfa.logId}::int`),
  );
  await acting(db, alfa.user, async (tx) => {
    for (const view of ["logs_view", "log_view"]) {
      expect(
        await tx.query(sql`select not_recorded from ${ident("api", view)} where id = ${alfa.logId}::int`),
      ).toEqual([{ not_recorded: wanted }]);
    }
  });
});

test("lists say of a log whether it waits for a decision, by the rule of review_view", async () => {
  const doubted = (confidence: number | null) =>
    db.owner.transaction((tx) => tx.run(sql`update api.logbook set confidence = ${confidence}::float8`));
  const ids = async (statement: Sql) => (await rowsAs(db, alfa.user, statement)).map(({ id }) => id);
  for (const confidence of [0.59, 0.6, 1, null]) {
    await doubted(confidence);
    const review = await ids(sql`select id from api.review_view order by id`);
    for (const view of ["logs_view", "log_view"]) {
      const list = await ids(sql`select id from ${ident("api", view)} where doubtful order by id`);
      expect(list, `${view}, ${confidence}`).toEqual(review);
    }
    expect(review.length > 0, `${confidence}`).toBe(confidence === 0.59);
  }
});

test("logs_mat_view shows every finished log at once", async () => {
  const names = async () =>
    (await rowsAs(db, alfa.user, sql`select name from api.logs_mat_view`)).map((row) => row.name);
  expect(await names()).toEqual(["alfa home", "alfa out"]);
  await acting(db, alfa.user, (tx) =>
    tx.run(
      sql`insert into api.logs_view (name, started, ended) values ('by hand', '2026-02-01T10:00Z', '2026-02-01T12:00Z')`,
    ),
  );
  expect(await names()).toEqual(["by hand", "alfa home", "alfa out"]);
});

test("a person edits a log through log_view, and only what a person may", async () => {
  await acting(db, alfa.user, async (tx) => {
    expect(
      (await tx.run(sql`update api.log_view set name = 'renamed', notes = 'n' where id = ${alfa.logId}::int`))
        .affected,
    ).toBe(1);
  });
  expect(
    await rowsAs(db, alfa.user, sql`select name, notes from api.logbook where id = ${alfa.logId}::int`),
  ).toEqual([{ name: "renamed", notes: "n" }]);
  await expect(
    acting(db, alfa.user, (tx) => tx.run(sql`update api.log_view set distance = 1000`)),
  ).rejects.toMatchObject({ sqlstate: "42501" });
  await expect(
    acting(db, alfa.user, (tx) => tx.run(sql`update api.logs_view set started = now()`)),
  ).rejects.toMatchObject({ sqlstate: "42501" });
});
