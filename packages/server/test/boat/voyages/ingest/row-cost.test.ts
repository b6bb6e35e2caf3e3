/** A row's cost depends neither on the vessel's history nor on the planner's statistics. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, expect, it } from "vitest";
import { makeBoat } from "../../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";

const HISTORY = 20_000;
const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const one of databases) await one.drop();
});

const at = (minute: number): string => new Date(Date.UTC(2025, 0, 1) + minute * 60_000).toISOString();

/** A boat with history, in a database with stale statistics. */
async function boatWith(statistics: "none" | "stale" | "fresh") {
  const database = await cloneDatabase();
  databases.push(database);
  const { owner } = database;
  const boat = await makeBoat(database);
  const insert = (from: number, count: number) =>
    owner.transaction((tx) =>
      tx.run(sql`
        insert into app.metrics (vessel_id, "time", latitude, longitude, speedoverground)
        select ${boat.vesselId}, '2025-01-01Z'::timestamptz + n * interval '1 minute', 59.8, 22.9, 0
        from generate_series(${from}::int, ${from + count - 1}::int) n`),
    );
  const analyze = () => owner.transaction((tx) => tx.script("analyze app.metrics"));
  await owner.transaction((tx) => tx.script("alter table app.metrics set (autovacuum_enabled = false)"));
  await insert(0, 3);
  if (statistics === "stale") await analyze();
  await insert(3, HISTORY - 3);
  if (statistics === "fresh") await analyze();
  return boat;
}

it.each(["none", "stale", "fresh"] as const)("with %s statistics", async (statistics) => {
  const boat = await boatWith(statistics);
  const batch = (minutes: readonly number[]) =>
    JSON.stringify(
      minutes.map((minute) => ({
        time: Date.parse(at(minute)),
        latitude: 59.8,
        longitude: 22.9,
        speedoverground: 0,
      })),
    );
  const fetched = sql`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as n from pg_stat_xact_user_tables
    where relid = 'app.metrics'::regclass`;
  const cases = [
    { rows: [HISTORY], known: 0 },
    { rows: [17], known: 1 },
    { rows: Array.from({ length: 200 }, (_, i) => i * 90), known: 200 },
    { rows: Array.from({ length: 300 }, (_, i) => HISTORY - 100 + i), known: 101 },
  ];
  for (const { rows, known } of cases) {
    const [found, read] = await boat.as("vessel_role", async (tx) => {
      const [before] = await tx.query(fetched);
      const stored = await tx.query(sql`select * from app.store_metrics(${batch(rows)}::json)`);
      const [after] = await tx.query(fetched);
      return [stored, Number(after?.n) - Number(before?.n)];
    });
    expect(found.length).toBe(known);
    expect(found.every(({ same }) => same === true)).toBe(true);
    expect(read, `${rows.length} rows, ${known} of them known`).toBeLessThanOrEqual(2 * rows.length);
  }
});
