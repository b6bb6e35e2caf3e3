/** Work for many boats, or much for one, does not delay other jobs. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";
import { rollUpDays } from "../../../../src/boat/monitoring/ageing/roll-ups.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());
const asService = <T>(work: Parameters<typeof database.owner.transaction<T>>[0]) =>
  database.owner.transaction(work, { role: "wakelog_worker" });
const rows = (statement: Sql) => asService((tx) => tx.query(statement));

it("rolls up so many days at a time, and the others the next time", async () => {
  await rows(sql`
    insert into app.vessels (vessel_id, name) select 'old' || n, 'Old boat' from generate_series(1, 2) n returning 1`);
  await rows(sql`
    insert into app.metric_days_due (vessel_id, day)
    select 'old' || n, date '2026-05-01' + d from generate_series(1, 2) n, generate_series(1, 5) d returning 1`);
  const left = async () => (await rows(sql`select count(*)::int as days from app.metric_days_due`))[0]?.days;
  expect([await rollUpDays(asService, 3), await left()]).toEqual([3, 7]);
  expect([await rollUpDays(asService, 3), await left()]).toEqual([3, 4]);
  expect([await rollUpDays(asService), await left()]).toEqual([4, 0]);
});

it("tells of thousands of boats that fell silent at once one after the other", async () => {
  await rows(sql`
    insert into app.vessels (vessel_id, name)
    select 'silent' || n, 'Silent boat' from generate_series(1, 1100) n returning 1`);
  await rows(sql`
    insert into api.metadata (vessel_id, name, "time", active)
    select 'silent' || n, 'Silent boat', now() - interval '2 hours', true from generate_series(1, 1100) n returning 1`);
  const [found] = await asService(async (tx) => {
    await tx.run(sql`select app.declare_offline(interval '70 min')`);
    return tx.query(sql`
      select count(*)::int as events, count(*) filter (where due <= now())::int as now,
        extract(epoch from max(due) - now())::float8 as seconds
      from app.events where channel = 'monitoring_offline'`);
  });
  expect(found).toEqual({ events: 1100, now: 100, seconds: 100 });
});

it("finds a public page without reading all accounts", async () => {
  await rows(sql`
    insert into app.accounts (account_id, email, first, last, password_hash, preferences)
    select 'person' || n, 'p' || n || '@example.org', 'Aino', 'Meri', 'x', '{"public_stats": true, "public_logs": true}'
    from generate_series(1, 3000) n returning 1`);
  await database.owner.transaction((tx) => tx.run(sql`analyze app.accounts`));
  const [found] = await asService(async (tx) => {
    await tx.run(sql`
      select api.ispublic_fn(1, 'public_stats'), api.ispublic_fn(1, 'public_logs'), api.ispublic_fn(7, 'public_logs')`);
    return tx.query(sql`
      select seq_tup_read::int as read from pg_stat_xact_user_tables where relname = 'accounts' and schemaname = 'app'`);
  });
  expect(found).toEqual({ read: 0 });
});
