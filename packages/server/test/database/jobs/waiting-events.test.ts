/** Events that no trigger saw: migrations store them while code is gone, and restored backups bring them. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { AUTHENTICATOR_PASSWORD } from "../../../../../test/support/server.ts";
import { createWorker, type Worker } from "../../../src/database/jobs/worker.ts";
import { migrate } from "../../../src/database/migrations/migrate.ts";

/** Sooner than a worker looks without being woken. */
const WOKEN_MS = 20_000;

let database: TestDatabase;
const workers: Worker[] = [];

beforeEach(async () => {
  database = await cloneDatabase();
});

afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  await database.drop();
});

async function startWorker(): Promise<void> {
  const worker = createWorker({
    database: database.owner,
    handlers: new Map([
      ["work", async () => {}],
      ["mail", async () => {}],
    ]),
    rules: new Map([["mail", { lane: "account" }]]),
    schedule: [],
    observe: () => {},
  });
  workers.push(worker);
  await worker.start();
}

/** Changes events as a migration does, whose statements run without the queue's triggers. */
const unseen = (events: readonly object[]): Promise<unknown> =>
  database.owner.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`
      insert into app.events (channel, payload, ref_id)
      select e ->> 'channel', '', e ->> 'tenant' from jsonb_array_elements(${JSON.stringify(events)}::jsonb) e`);
  });

const waiting = (): Promise<unknown> =>
  database.owner.transaction((tx) =>
    tx.query(sql`select channel, ref_id from app.events where processed is null`),
  );

const someEvents = fc.array(
  fc.record({ channel: fc.constantFrom("work", "mail", "unknown"), tenant: fc.constantFrom("a", "b", "c") }),
  { minLength: 1, maxLength: 8 },
);

test("a worker that starts works off every event, whether or not a trigger saw it", async () => {
  await fc.assert(
    fc.asyncProperty(someEvents, someEvents, async (without, seen) => {
      await unseen(without);
      await database.owner.transaction((tx) =>
        tx.run(sql`
          select app.enqueue(e ->> 'channel', '', e ->> 'tenant')
          from jsonb_array_elements(${JSON.stringify(seen)}::jsonb) e`),
      );
      await startWorker();
      await expect.poll(waiting, { timeout: WOKEN_MS }).toEqual([]);
      await workers.pop()?.stop();
    }),
    { numRuns: 8 },
  );
});

test("a worker that runs already is woken for what a migration stored", async () => {
  await startWorker();
  await unseen([
    { channel: "work", tenant: "a" },
    { channel: "mail", tenant: "b" },
  ]);
  await database.owner.transaction((tx) =>
    tx.run(sql`update app.schema_versions set hash = 'of an earlier version' where version = 'code'`),
  );
  expect(await migrate(database.owner, { authenticatorPassword: AUTHENTICATOR_PASSWORD })).toMatchObject({
    codeReplaced: true,
  });
  await expect.poll(waiting, { timeout: WOKEN_MS }).toEqual([]);
});
