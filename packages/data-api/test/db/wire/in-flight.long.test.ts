/** Several reads on one connection, and their effect on each other. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { connectPostgres, type Postgres } from "../../../src/db/postgres.ts";
import { sql } from "../../../src/db/sql.ts";
import { mixed } from "./mixture.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await emptyDatabase();
});

afterAll(async () => {
  await database.drop();
});

const READ = { readOnly: true };

/** A read of this duration in seconds. */
async function sleeper(pool: Postgres, seconds: number): Promise<string> {
  const statement = sql`select 'slept', pg_sleep(${seconds}::float8)`;
  const [result] = await pool.pipeline([{ statement, scope: "sleeper" }], undefined, READ);
  return result?.rows[0]?.[0] ?? "";
}

/** Has the pool see that the read is quick. */
async function known(pool: Postgres): Promise<void> {
  for (let i = 0; i < 40; i++) await sleeper(pool, 0);
}

async function withPool(max: number, work: (pool: Postgres) => Promise<void>): Promise<void> {
  const pool = connectPostgres({ url: database.url, max });
  try {
    await work(pool);
  } finally {
    await pool.close();
  }
}

test("quick reads do not wait for a connection each, and other requests do", () =>
  withPool(1, async (pool) => {
    const waiting = async (): Promise<number> => {
      const reads = Array.from({ length: 10 }, () => sleeper(pool, 0));
      const usage = pool.usage();
      await Promise.all(reads);
      return usage.waiting;
    };
    // On a busy machine it may take a while until they count as quick.
    await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
    const writes = Array.from({ length: 10 }, () =>
      pool.pipeline([{ statement: sql`select 'perhaps a write'`, scope: "" }]),
    );
    expect(pool.usage()).toMatchObject({ inUse: 1, waiting: 9 });
    await Promise.all(writes);
  }));

test("a read that is slow for once does not delay those that were sent behind it", () =>
  withPool(4, async (pool) => {
    await known(pool);
    const answered: string[] = [];
    const slow = sleeper(pool, 3).then(() => answered.push("slow"));
    const others = Array.from({ length: 40 }, () => sleeper(pool, 0).then(() => answered.push("quick")));
    await Promise.all([slow, ...others]);
    expect(answered.at(-1)).toBe("slow");
    expect(answered).toHaveLength(41);
  }));

test("a read that was slow has a connection for itself from then on", () =>
  withPool(1, async (pool) => {
    await known(pool);
    await sleeper(pool, 0.3);
    const reads = Array.from({ length: 4 }, () => sleeper(pool, 0));
    expect(pool.usage()).toMatchObject({ inUse: 1, waiting: 3 });
    await Promise.all(reads);
  }));

test("a caller that needs an exclusive connection gets one, however many quick reads there are", () =>
  withPool(1, async (pool) => {
    await known(pool);
    let isOver = false;
    const reading = Array.from({ length: 30 }, async () => {
      while (!isOver) await sleeper(pool, 0);
    });
    for (let i = 0; i < 5; i++) {
      expect(await pool.transaction((tx) => tx.query(sql`select ${i}::int as i`))).toEqual([{ i }]);
    }
    isOver = true;
    await Promise.all(reading);
  }));

test("an error fails only its request: those before and after it are answered", () =>
  withPool(1, async (pool) => {
    const divided = async (by: number): Promise<unknown> => {
      const statement = sql`select 10 / ${by}::int`;
      return (await pool.pipeline([{ statement, scope: "divided" }], undefined, READ))[0]?.rows[0]?.[0];
    };
    for (let i = 0; i < 40; i++) await divided(1);
    const outcomes = await Promise.allSettled([1, 0, 2, 0, 5].map(divided));
    expect(outcomes).toMatchObject([
      { value: "10" },
      { reason: { sqlstate: "22012" } },
      { value: "5" },
      { reason: { sqlstate: "22012" } },
      { value: "2" },
    ]);
  }));

test("a connection that is killed takes only the read with it that was being worked on", () =>
  withPool(1, async (pool) => {
    await known(pool);
    const pid = (await pool.pipeline([{ statement: sql`select pg_backend_pid()` }]))[0]?.rows[0]?.[0];
    // From the beginning: it may be refused before anything awaits it.
    const slow = expect(sleeper(pool, 30)).rejects.toMatchObject({ name: "ConnectionError" });
    const others = Promise.all(Array.from({ length: 10 }, () => sleeper(pool, 0)));
    await new Promise(setImmediate);
    const isAtIt = sql`select 1 from pg_stat_activity where pid = ${pid ?? ""}::int and wait_event = 'PgSleep'`;
    await expect
      .poll(async () => (await database.owner.pipeline([{ statement: isAtIt }]))[0]?.affected)
      .toBe(1);
    await database.owner.pipeline([{ statement: sql`select pg_terminate_backend(${pid ?? ""}::int)` }]);
    await slow;
    expect(await others).toHaveLength(10);
  }));

test("every answer is its own, and a disturbance is one request's, whatever else is asked", () =>
  mixed(database.url, 4_000, 40));
