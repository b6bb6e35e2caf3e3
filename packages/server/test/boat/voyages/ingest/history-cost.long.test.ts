/** The reads of a POST depend neither on the vessel's history nor on the planner's statistics. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject } from "@wakelog/data-api/engine/handlers.ts";
import { afterAll, expect, it } from "vitest";
import { type Boat, makeBoat } from "../../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";
import { metricsInsert } from "../../../../src/boat/voyages/ingest/ingest.ts";

/** Days before the boat's first row of the test; each has a stay, a log, a moorage and all that belongs to them. */
const PAST = 3000;
/** Rows of all tables that a POST may read. A POST of a boat without a past reads some dozens. */
const MOST = 120;
/** The same for one that takes the fold up again from the day before. */
const MOST_LATE = 600;
const START = Date.UTC(2025, 5, 1);
const NOW = START + 86_400_000;

const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const one of databases) await one.drop();
});

/** Each day an hour at rest, two under way, and then at rest again. */
const row = (minute: number): JsonObject => {
  const day = Math.floor(minute / 1440);
  const sailed = Math.min(Math.max(0, minute - day * 1440 - 60), 120);
  return {
    time: new Date(START + minute * 60_000).toISOString(),
    latitude: 59 + (day * 120 + sailed) / 720,
    longitude: 22.9 + (minute % 5) * 1e-5,
    speedoverground: sailed > 0 && sailed < 120 ? 5 : 0,
  };
};

/** A boat with history, in a database with stale statistics. */
async function boatWith(statistics: "none" | "stale" | "fresh"): Promise<Boat> {
  const database = await cloneDatabase();
  databases.push(database);
  const boat = await makeBoat(database, () => NOW);
  // The fold settles something before the past is there, at which it never looks then.
  await boat.post(Array.from({ length: 432 }, (_, n) => row(10 * (n - 432))));
  const tables = ["app.metrics", "api.stays", "api.logbook", "api.moorages", "app.interval_identities"];
  tables.push("app.intervals", "app.fold_checkpoints", "app.written_by_people", "app.edits");
  await database.owner.transaction(async (tx) => {
    for (const table of tables) await tx.script(`alter table ${table} set (autovacuum_enabled = false)`);
    if (statistics === "stale") await tx.script("analyze");
  });
  await database.owner.transaction((tx) =>
    tx.script(`
      create temp table day on commit drop as
      select 100000 + n as n, n / 300.0 as north, timestamptz '2025-05-29Z' - n * interval '1 day' as at from generate_series(1, ${PAST}) n;
      insert into app.metrics (vessel_id, "time", latitude, longitude, speedoverground)
      select '${boat.vesselId}', at + k * interval '3 h', 50 + north, 10, 0 from day, generate_series(0, 7) k;
      insert into api.moorages (id, vessel_id, latitude, longitude, name)
      select n, '${boat.vesselId}', 50 + north, 10, 'Place ' || n from day;
      insert into api.stays (id, vessel_id, latitude, longitude, arrived, departed, moorage_id)
      select n, '${boat.vesselId}', 50 + north, 10, at, at + interval '20 h', n from day;
      insert into api.logbook (id, vessel_id, _from_time, _to_time)
      select n, '${boat.vesselId}', at + interval '20 h', at + interval '24 h' from day;
      insert into app.interval_identities (vessel_id, kind, id, from_time, to_time, finished_at)
      select '${boat.vesselId}', 'stay', n, at, at + interval '20 h', now() from day union all
      select '${boat.vesselId}', 'log', n, at + interval '20 h', at + interval '24 h', now() from day;
      insert into app.intervals (vessel_id, from_time, kind, interval)
      select '${boat.vesselId}', at, 'stay', '{}' from day;
      insert into app.fold_checkpoints (vessel_id, "time", state) select '${boat.vesselId}', at, '{}' from day;
      insert into app.written_by_people (vessel_id, resource, id, columns)
      select '${boat.vesselId}', 'logbook', n, '{notes}' from day;
      insert into app.edits (vessel_id, kind, from_time, to_time, undone_at)
      select '${boat.vesselId}', 'keep', at, at, now() from day`),
  );
  if (statistics === "fresh") await database.owner.transaction((tx) => tx.script("analyze"));
  return boat;
}

it.each(["none", "stale", "fresh"] as const)("with %s statistics", async (statistics) => {
  const boat = await boatWith(statistics);
  const handler = metricsInsert({ now: () => NOW, sogLimitKnots: 40 });
  const claims = { vid: boat.vesselId, ver: 1, email: `${boat.vesselId}@example.org`, role: "vessel_role" };
  const counted = async (tx: Tx) => {
    const found = await tx.query(sql`
      select relname as name, seq_tup_read + coalesce(idx_tup_fetch, 0) as n from pg_stat_xact_user_tables`);
    return new Map(found.map(({ name, n }) => [String(name), Number(n)]));
  };
  /** Sends rows in a separate transaction. @returns the rows read by table */
  const read = (minutes: readonly number[]) =>
    boat.as("vessel_role", async (tx) => {
      const before = await counted(tx);
      tx.later(
        sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), app.check_request()`,
      );
      const context = { tx, caller: { role: "vessel_role", claims }, headers: {}, address: "" };
      const accepted = await handler.insert(minutes.map(row), {
        ...context,
        afterwards() {},
        afterCommit() {},
      });
      expect(accepted).toHaveLength(minutes.length);
      const tables = [...(await counted(tx))].map(([name, n]) => ({ name, n: n - (before.get(name) ?? 0) }));
      return {
        rows: tables.reduce((sum, { n }) => sum + n, 0),
        tables: tables.filter(({ n }) => n > 0).map(({ name, n }) => `${n} of ${name}`),
      };
    });
  for (let minute = 1; minute < 200; minute += 1) {
    const cost = await read([minute]);
    expect(cost.rows, `minute ${minute}: ${cost.tables.join(", ")}`).toBeLessThanOrEqual(MOST);
  }
  const again = await read([17]);
  expect(again.rows, `sent again: ${again.tables.join(", ")}`).toBeLessThanOrEqual(MOST);
  const late = await read([100.5]);
  expect(late.rows, `late: ${late.tables.join(", ")}`).toBeLessThanOrEqual(MOST_LATE);
});
