/** Who gets a connection, who waits for one, and how an unresponsive server is given up. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { emptyDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { freezable } from "../../../../test/support/freezable.ts";
import { ConnectionError, PoolTimeoutError } from "../../src/db/database.ts";
import { connectPostgres, type Postgres } from "../../src/db/postgres.ts";
import { sql } from "../../src/db/sql.ts";

let database: TestDatabase;
let pool: Postgres;

beforeAll(async () => {
  database = await emptyDatabase();
  pool = connectPostgres({ url: database.url, max: 4, acquireMs: 1_000 });
});

afterAll(async () => {
  await pool.close();
  await database.drop();
});

const greedy = { key: "greedy", most: 2 };
const nap = (seconds: number) => [{ statement: sql`select pg_sleep(${seconds})` }];

test("a caller's share bounds what it holds, and others do not wait for it", async () => {
  let release = (): void => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  const refusals: unknown[] = [];
  const settled = Promise.allSettled(
    Array.from({ length: 6 }, () =>
      pool
        .transaction(() => released, { share: greedy })
        .catch((cause: unknown) => {
          refusals.push(cause);
          throw cause;
        }),
    ),
  );
  // They are answered although two connections are held for as long as this takes.
  await Promise.all([pool.pipeline(nap(0), { key: "modest", most: 2 }), pool.pipeline(nap(0))]);
  await vi.waitFor(() => expect(refusals).toHaveLength(4), { timeout: 30_000 });
  for (const one of refusals) expect(one).toBeInstanceOf(PoolTimeoutError);
  release();
  expect((await settled).filter(({ status }) => status === "fulfilled")).toHaveLength(2);
});

test("places come back, whatever became of those who had them", async () => {
  const fails = () => pool.transaction((tx) => tx.run(sql`select 1/0`), { share: greedy });
  for (let i = 0; i < 5; i++) await expect(fails()).rejects.toThrow("division by zero");
  await expect(pool.pipeline(nap(0), greedy)).resolves.toHaveLength(1);
});

test("transactions with the same key run one after another, and those that wait hold no connection", async () => {
  let running = 0;
  let most = 0;
  const work = (key: string) =>
    pool.transaction(
      async (tx) => {
        most = Math.max(most, ++running);
        await tx.run(sql`select pg_sleep(0.1)`);
        running--;
      },
      { alone: key },
    );
  const all = Promise.all(Array.from({ length: 8 }, () => work("Fulmar")));
  // Eight of them for four connections, and yet there is one for others at once.
  for (let i = 0; i < 6; i++) await pool.pipeline(nap(0));
  await all;
  expect(most).toBe(1);
  most = 0;
  await Promise.all([work("Fulmar"), work("Petrel")]);
  expect(most).toBe(2);
});

test("a server that no longer answers is given up after a while, and found again when it does", async () => {
  const { url, freeze, thaw, close } = await freezable(database.url);
  const distant = connectPostgres({ url, max: 1, acquireMs: 3_000, answerMs: 1_000 });
  try {
    await expect.poll(() => distant.ping()).toBe(true);
    freeze();
    await expect(distant.pipeline(nap(0))).rejects.toThrow(ConnectionError);
    thaw();
    await expect.poll(() => distant.ping()).toBe(true);
  } finally {
    await distant.close();
    close();
  }
});
