/** What reads cost as a logbook grows: rows read and functions called, not time. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { raw, type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { type Party, twoBoats } from "../../../../../test/support/two-boats.ts";

const LOGS = 400;
let db: TestDatabase;
const MOORAGES = 40;
let alfa: Party;
let bravo: Party;

beforeAll(async () => {
  db = await cloneDatabase();
  ({ alfa, bravo } = await twoBoats(db));
  await db.owner.transaction(async (tx) => {
    await tx.run(sql`
      insert into api.logbook (vessel_id, name, _from_time, _to_time, distance, duration, avg_speed, max_speed)
      select ${alfa.vesselId}, 'Log ' || n, now() - make_interval(hours => 8 * n),
        now() - make_interval(hours => 8 * n - 4), n % 30, interval '4 hours', 5, 7
      from generate_series(1, ${LOGS}::int) n`);
    await tx.run(sql`
      insert into api.moorages (vessel_id, name, latitude, longitude, stay_code)
      select ${alfa.vesselId}, 'Moorage ' || n, 60 + n / 100.0, 23, 1 from generate_series(1, ${MOORAGES}::int) n`);
    await tx.run(sql`
      insert into api.stays (vessel_id, moorage_id, arrived, departed, duration)
      select ${alfa.vesselId}, (select id from api.moorages where name = 'Moorage ' || (1 + n % ${MOORAGES}::int)), now() - make_interval(hours => 8 * n - 4), now() - make_interval(hours => 8 * n - 8),
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

test.each([
  ["stats_fn", sql`select api.stats_fn()`],
  ["statistics_fn", sql`select api.statistics_fn()`],
])("%s reads no moorage for each stay, though its plan was made for a boat without any", async (_, read) => {
  const moorages = await counted(read, rowsRead("api.moorages"), async (tx) => {
    await become(tx, bravo);
    // So often that the plan is kept.
    for (let i = 0; i < 7; i++) await tx.run(read);
  });
  expect(moorages).toBeLessThan(5 * MOORAGES);
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
  return await counted(read, rowsRead("api.logbook"));
}

function rowsRead(table: string): Sql {
  return sql`
    select seq_tup_read + idx_tup_fetch as n from pg_stat_xact_user_tables where relid = ${table}::regclass`;
}

/** @param before what happens in the same session before */
async function counted(
  read: Sql,
  count: Sql,
  before: (tx: Tx) => Promise<void> = async () => {},
): Promise<number> {
  return await db.owner.transaction(async (tx) => {
    // Counts of earlier transactions on this connection may not have been reported yet.
    const counter = async (): Promise<number> => Number((await tx.query(count))[0]?.n ?? 0);
    await tx.run(raw("set local track_functions = 'all'"));
    await before(tx);
    await become(tx, alfa);
    const then = await counter();
    await tx.run(read);
    return (await counter()) - then;
  });
}

/** Makes the session that of a boat's user. */
async function become(tx: Tx, { vesselId }: Party): Promise<void> {
  await tx.run(raw("reset role"));
  await tx.run(sql`select app.set_caller(null, ${vesselId})`);
  await tx.run(raw("set local role user_role"));
}
