import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";
import { WORKER_ROLE } from "../../../../src/database/jobs/turns.ts";
import { KEPT_DAYS, pruneOutbox } from "../../../../src/people/notifications/outbox/pruning.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

const rows = (statement: Sql) => database.owner.transaction((tx) => tx.query(statement));

test("messages that were sent or given up are kept 90 days, and go with their account", async () => {
  await rows(sql`
    insert into app.accounts (account_id, email, first, last, password_hash)
    values ('aino', 'aino@example.org', 'Aino', 'Meri', 'none'), ('eero', 'eero@example.org', 'Eero', 'Meri', 'none')`);
  await rows(sql`
    insert into app.deliveries (account_id, kind, channel, recipient, subject, body, stored, sent, dead)
    select who, 'logbook', 'email', age::text, fate, '', now() - make_interval(days => age),
      case when fate = 'sent' then now() - make_interval(days => age) end, fate = 'dead'
    from unnest(array['aino', 'eero']) who, unnest(array['sent', 'dead', 'pending']) fate,
      unnest(array[1, 89, 91, 400]) age, generate_series(1, 300)`);
  expect(KEPT_DAYS).toBe(90);
  let transactions = 0;
  await pruneOutbox((work) => {
    transactions++;
    return database.owner.transaction(work, { role: WORKER_ROLE });
  }, 15);
  const ages = sql`
    select subject as fate, dead, count(*)::int as n, string_agg(distinct recipient, ' ' order by recipient) as ages
    from app.deliveries group by 1, 2 order by 1, 2`;
  expect(await rows(ages)).toEqual([
    { fate: "dead", dead: true, n: 1200, ages: "1 89" },
    // Messages that waited too long were given up first.
    { fate: "pending", dead: false, n: 600, ages: "1" },
    { fate: "pending", dead: true, n: 600, ages: "89" },
    { fate: "sent", dead: false, n: 1200, ages: "1 89" },
  ]);
  expect(transactions, "a thousand messages each, so that none is long").toBeGreaterThanOrEqual(
    2 + 3600 / 1000,
  );

  await rows(sql`delete from app.accounts where account_id = 'aino'`);
  expect(await rows(sql`select distinct account_id from app.deliveries`)).toEqual([{ account_id: "eero" }]);
});
