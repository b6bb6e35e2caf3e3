/** Requests over a tampered connection, and their possible outcomes. */
import { expect } from "vitest";
import { ConnectionError, DatabaseError } from "../../../src/db/database.ts";
import { connectPostgres, type Postgres } from "../../../src/db/postgres.ts";
import { sql } from "../../../src/db/sql.ts";
import { type Tamper, wayTo } from "./tampering.ts";

/** A request, and the only value it may return; null if it must fail. */
interface Case {
  readonly ask: (pool: Postgres) => Promise<unknown>;
  readonly right: unknown;
}

const CASES: readonly Case[] = [
  {
    ask: (pool) =>
      pool
        .pipeline([
          { statement: sql`select set_config('test.n', ${"7"}, true)`, scope: "first" },
          {
            statement: sql`select current_setting('test.n'), n, null from generate_series(1, 2) n`,
            scope: "main",
          },
        ])
        .then((results) => results.map(({ rows }) => rows)),
    right: [
      [["7"]],
      [
        ["7", "1", null],
        ["7", "2", null],
      ],
    ],
  },
  { ask: (pool) => pool.pipeline([{ statement: sql`select 1 / 0`, scope: "zero" }]), right: null },
  {
    ask: (pool) =>
      pool.transaction(async (tx) => {
        const first = await tx.run(sql`select ${"a"}::text`);
        const [second] = await tx.together([sql`select ${"b"}::text, ''`]);
        return [first.rows, second?.rows];
      }),
    right: [[["a"]], [["b", ""]]],
  },
];

const RECOVERY = { timeout: 60_000, interval: 5 };

/** A request's result, or its fault, which must be one known to callers. */
async function outcomeOf(
  asking: Promise<unknown>,
): Promise<{ readonly value: unknown } | { readonly fault: unknown }> {
  try {
    return { value: await asking };
  } catch (fault) {
    if (fault instanceof ConnectionError || fault instanceof DatabaseError) return { fault };
    throw fault;
  }
}

/** Asks everything at once, by a way on which something happens to the first connections, and then once more. */
export async function asked(
  url: string,
  tamperOf: (connection: number) => Tamper,
  size: number,
): Promise<void> {
  const way = await wayTo(url, tamperOf);
  const pool = connectPostgres({ url: way.url, max: size, acquireMs: 1_000, answerMs: 200 });
  try {
    const outcomes = await Promise.all(CASES.map(({ ask }) => outcomeOf(ask(pool))));
    outcomes.forEach((outcome, i) => {
      if (!("fault" in outcome)) expect(outcome.value).toEqual(CASES[i]?.right);
    });
    // A broken connection may show only later, but is then discarded.
    await expect
      .poll(() => CASES[0] && outcomeOf(CASES[0].ask(pool)), RECOVERY)
      .toEqual({ value: CASES[0]?.right });
  } finally {
    await pool.close();
    await way.close();
  }
}

/** How many bytes the server sends on one connection for all of it. */
export async function bytesSent(url: string): Promise<number> {
  let sent = 0;
  const counting: Tamper = (chunk) => {
    sent += chunk.length;
    return [chunk];
  };
  await asked(url, () => counting, 1);
  return sent;
}

/** Tries something at each place, several at once. */
export async function atEach(
  places: readonly number[],
  attempt: (place: number) => Promise<void>,
): Promise<void> {
  const left = [...places];
  const work = async (): Promise<void> => {
    for (let place = left.pop(); place !== undefined; place = left.pop()) await attempt(place);
  };
  await Promise.all(Array.from({ length: 8 }, work));
}
