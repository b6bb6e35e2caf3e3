import { sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { enqueue } from "../../../src/database/jobs/queue.ts";
import { createWorker } from "../../../src/database/jobs/worker.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

it("undoes what a handler that takes too long has done, and tries the event again later", async () => {
  const { owner } = database;
  await owner.transaction((tx) => enqueue(tx, { channel: "slow", payload: "1", refId: "vessel" }));
  let finish = (): void => {};
  const late = new Promise<void>((done) => {
    finish = done;
  });
  const worker = createWorker({
    database: owner,
    handlers: new Map([
      [
        "slow",
        async (_, tx) => {
          await tx.run(
            sql`insert into app.metrics_rejected (vessel_id, reason, metric) values ('vessel', 'late', '{}')`,
          );
          await late;
        },
      ],
    ]),
    handlerLimitMs: 50,
    schedule: [],
    observe: () => {},
  });
  await worker.drain();
  finish();
  await worker.stop();
  const [written, events] = await owner.transaction((tx) =>
    Promise.all([
      tx.query(sql`select * from app.metrics_rejected`),
      tx.query(sql`select attempts, failure, processed from app.events`),
    ]),
  );
  expect(written).toEqual([]);
  expect(events).toEqual([{ attempts: 1, failure: "the handler took longer than 0 s", processed: null }]);
});
