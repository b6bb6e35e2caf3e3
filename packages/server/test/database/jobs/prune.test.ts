import { sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { EVENT_DAYS, pruneEvents } from "../../../src/database/jobs/prune.ts";
import { WORKER_ROLE } from "../../../src/database/jobs/turns.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

test("events that were processed or given up are kept 90 days, and pending ones until they are done", async () => {
  await database.owner.transaction((tx) =>
    tx.run(sql`
      insert into app.events (channel, payload, ref_id, stored, processed, dead)
      select kind, age::text, 'Kapla', now() - make_interval(days => age),
        case when kind = 'done' then now() end, kind = 'dead'
      from unnest(array['done', 'dead', 'pending']) kind, unnest(array[1, 89, 91, 400]) age, generate_series(1, 600)`),
  );
  const service = <T>(work: Parameters<typeof database.owner.transaction<T>>[0]) =>
    database.owner.transaction(work, { role: WORKER_ROLE });
  expect(EVENT_DAYS).toBe(90);
  expect(await pruneEvents(service), "more than one slice").toBe(2400);
  const left = await database.owner.transaction((tx) =>
    tx.query(
      sql`select channel, string_agg(distinct payload, ' ' order by payload) as ages from app.events group by 1 order by 1`,
    ),
  );
  expect(left).toEqual([
    { channel: "dead", ages: "1 89" },
    { channel: "done", ages: "1 89" },
    { channel: "pending", ages: "1 400 89 91" },
  ]);
});
