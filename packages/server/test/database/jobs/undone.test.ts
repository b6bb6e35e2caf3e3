/** A handler's writes after its time-out. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { enqueue } from "../../../src/database/jobs/queue.ts";
import { createWorker } from "../../../src/database/jobs/worker.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

const rejected = (reason: string) =>
  sql`insert into app.metrics_rejected (vessel_id, reason, metric) values ('vessel', ${reason} || current_user, '{}')`;

it("undoes a handler that is in the middle of a statement when its time is over", async () => {
  const { owner } = database;
  await owner.transaction((tx) => enqueue(tx, { channel: "slow", payload: "1", refId: "vessel" }));
  let handled: Promise<unknown> = Promise.resolve();
  const worker = createWorker({
    database: owner,
    handlers: new Map([
      [
        "slow",
        (_, tx) => {
          const work = (async () => {
            await tx.run(sql`select pg_sleep(0.3)`);
            await tx.run(rejected("after the limit, as "));
            await tx.run(rejected("and again, as "));
          })();
          handled = work.catch((cause: unknown) => cause);
          return work;
        },
      ],
    ]),
    handlerLimitMs: 50,
    schedule: [],
    observe: ignoreAll,
  });
  await worker.drain();
  expect(String(await handled)).toContain("the transaction has ended");
  await worker.stop();
  expect(await owner.transaction((tx) => tx.query(sql`select reason from app.metrics_rejected`))).toEqual([]);
});
