/** Quick, slow and failing requests at once, while connections are cancelled and killed at random. */
import fc from "fast-check";
import { expect } from "vitest";
import { ConnectionError, DatabaseError } from "../../../src/db/database.ts";
import { connectPostgres, type Postgres } from "../../../src/db/postgres.ts";
import { sql } from "../../../src/db/sql.ts";

/** A kind of request, which returns its own number in some way. */
type Ask = (pool: Postgres, n: number) => Promise<unknown>;

const READ = { readOnly: true };
const preamble = (n: number) => ({
  statement: sql`select set_config('test.n', ${String(n)}, true)`,
  scope: "",
});

const quick: Ask = async (pool, n) => {
  const statement = sql`select current_setting('test.n')::int + ${n}::int`;
  const results = await pool.pipeline([preamble(n), { statement, scope: "quick" }], undefined, READ);
  return Number(results[1]?.rows[0]?.[0]) - n;
};
/** Quick nearly always, so that others are sent behind it. */
const moody: Ask = async (pool, n) => {
  const statement = sql`select current_setting('test.n'), pg_sleep(${n % 97 === 0 ? 0.2 : 0}::float8)`;
  const results = await pool.pipeline([preamble(n), { statement, scope: "moody" }], undefined, READ);
  return Number(results[1]?.rows[0]?.[0]);
};
const failing: Ask = async (pool, n) => {
  const statement = sql`select ${n}::int / ${n % 2}::int`;
  const asking = pool.pipeline([preamble(n), { statement, scope: "failing" }], undefined, READ);
  const results = await asking.catch((cause: unknown) => {
    if (n % 2 === 0 && cause instanceof DatabaseError && cause.sqlstate === "22012") return null;
    throw cause;
  });
  expect(results === null).toBe(n % 2 === 0);
  return results === null ? n : Number(results[1]?.rows[0]?.[0]);
};
const slow: Ask = async (pool, n) => {
  const statement = sql`select ${n}::int, pg_sleep(0.02)`;
  return Number((await pool.pipeline([{ statement, scope: "slow" }], undefined, READ))[0]?.rows[0]?.[0]);
};
const write: Ask = async (pool, n) => {
  const statement = sql`insert into kept values (${n}::int) returning n`;
  return Number((await pool.pipeline([preamble(n), { statement, scope: "write" }]))[1]?.rows[0]?.[0]);
};
const transaction: Ask = (pool, n) =>
  pool.transaction(async (tx) => {
    const [first] = await tx.query(sql`select ${n}::int as n`);
    const [second] = await tx.query(sql`select ${n}::int as n`);
    expect(first).toEqual(second);
    return first?.n;
  });

/** Weighted by frequency, out of {@link WEIGHT}. */
const KINDS: readonly (readonly [weight: number, ask: Ask])[] = [
  [60, quick],
  [20, moody],
  [9, failing],
  [1, slow],
  [5, write],
  [5, transaction],
];
const WEIGHT = 100;

function kindOf(draw: number): Ask {
  let left = draw;
  for (const [weight, ask] of KINDS) {
    if (left < weight) return ask;
    left -= weight;
  }
  return quick;
}

/**
 * Sends so many requests, and checks that every response is its own and that each disturbance hits one request at
 * most.
 * @param disturbances how often a session is cancelled or killed
 */
export async function mixed(url: string, requests: number, disturbances: number): Promise<void> {
  const application = `mixture ${process.pid}`;
  const pool = connectPostgres({ url, max: 4, acquireMs: 30_000, applicationName: application });
  const hand = connectPostgres({ url, max: 1 });
  await hand.transaction((tx) => tx.run(sql`create table if not exists kept (n int)`));
  const draws = fc.sample(fc.nat(WEIGHT - 1), requests);
  let hits = 0;
  let faults = 0;
  let next = 0;
  let isOver = false;
  const worker = async (): Promise<void> => {
    while (next < requests) {
      const n = next++;
      try {
        expect(await kindOf(draws[n] ?? 0)(pool, n)).toBe(n);
      } catch (fault) {
        const isHit =
          fault instanceof ConnectionError || (fault instanceof DatabaseError && fault.sqlstate === "57014");
        if (!isHit) throw fault;
        faults++;
      }
    }
  };
  const disturb = async (): Promise<void> => {
    const victim = sql`(select pid from pg_stat_activity where application_name = ${application} order by random() limit 1)`;
    while (!isOver) {
      const kills = hits % 2 === 0;
      await hand.pipeline([
        {
          statement: kills
            ? sql`select pg_terminate_backend(pid) from ${victim} victim`
            : sql`select pg_cancel_backend(pid) from ${victim} victim`,
        },
      ]);
      hits++;
      // So many over the whole, and not all at once.
      const until = (requests / disturbances) * hits;
      while (!isOver && next < until) await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  try {
    const disturbing = disturb();
    await Promise.all(Array.from({ length: 40 }, worker)).finally(() => {
      isOver = true;
    });
    await disturbing;
    expect(faults).toBeGreaterThan(0);
    expect(faults).toBeLessThanOrEqual(hits);
  } finally {
    await pool.close();
    await hand.close();
  }
}
