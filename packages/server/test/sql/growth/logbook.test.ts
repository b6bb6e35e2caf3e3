/** What reads cost as a logbook grows: rows read and functions called, not time. */

import { raw, type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { type Party, twoBoats } from "../../../../../test/support/two-boats.ts";

const LOGS = 400;
let db: TestDatabase;
let alfa: Party;

beforeAll(async () => {
  db = await cloneDatabase();
  ({ alfa } = await twoBoats(db));
  await db.owner.transaction(async (tx) => {
    await tx.run(sql`
      insert into api.logbook (vessel_id, name, _from_time, _to_time, distance, duration, avg_speed, max_speed)
      select ${alfa.vesselId}, 'Log ' || n, now() - make_interval(hours => 8 * n),
        now() - make_interval(hours => 8 * n - 4), n % 30, interval '4 hours', 5, 7
      from generate_series(1, ${LOGS}::int) n`);
    await tx.run(sql`
      insert into api.stays (vessel_id, arrived, departed, duration)
      select ${alfa.vesselId}, now() - make_interval(hours => 8 * n - 4), now() - make_interval(hours => 8 * n - 8),
        interval '4 hours'
      from generate_series(2, ${LOGS}::int) n`);
  });
});
afterAll(() => db.drop());

test.each([
  [sql`select * from api.logs_view order by id desc limit 3`],
  [sql`select * from api.log_view order by id desc limit 3`],
  [sql`select * from api.logs_view order by distance limit 3`],
  [sql`select * from api.logs_view limit 3`],
])("finds out only of the returned logs whether they are named: %#", async (read) => {
  expect(await calls("is_named", read)).toBe(3);
});

test("a year's statistics ask for the caller's time zone a few times, not for each stay or log", async () => {
  expect(await calls("current_time_zone", sql`select api.statistics_fn()`)).toBeLessThan(20);
});

test("reads logs twice at most for the totals and the best of them", async () => {
  expect(await logsRead(sql`select api.stats_fn()`)).toBeLessThan(2 * LOGS + 10);
});

test("reads no log for stays unless their neighbours are selected, and then a few for each stay returned", async () => {
  expect(await logsRead(sql`select id, name, moorage, arrived from api.stays_view`)).toBe(0);
  // With what the planner knows of any database that has run for a while.
  await db.owner.transaction((tx) => tx.run(raw("analyze api.logbook, api.stays")));
  expect(await logsRead(sql`select * from api.stays_view limit 3`)).toBeLessThan(20);
});

/** How often a read calls a function, as a user. */
async function calls(name: string, read: Sql): Promise<number> {
  return await counted(
    read,
    sql`select calls as n from pg_stat_xact_user_functions where funcname = ${name}`,
  );
}

/** How many rows of logs a read fetches, as a user. */
async function logsRead(read: Sql): Promise<number> {
  return await counted(
    read,
    sql`select seq_tup_read + idx_tup_fetch as n from pg_stat_xact_user_tables where relid = 'api.logbook'::regclass`,
  );
}

async function counted(read: Sql, count: Sql): Promise<number> {
  return await db.owner.transaction(async (tx) => {
    // Counts of earlier transactions on this connection may not have been reported yet.
    const counter = async (): Promise<number> => Number((await tx.query(count))[0]?.n ?? 0);
    await tx.run(raw("set local track_functions = 'all'"));
    await tx.run(sql`select app.set_caller(null, ${alfa.vesselId})`);
    const before = await counter();
    await tx.run(raw("set local role user_role"));
    await tx.run(read);
    return (await counter()) - before;
  });
}
