/** A table whose columns change while others read it, in every way that statements are sent. */
import fc from "fast-check";
import { expect } from "vitest";
import { connectPostgres, type Postgres } from "../../src/db/postgres.ts";
import { sql } from "../../src/db/sql.ts";

const ALL = sql`select * from changing`;

/** How the table is read: each returns the columns of all its answers. */
const READS: Readonly<Record<string, (db: Postgres) => Promise<readonly (readonly string[])[]>>> = {
  pipeline: async (db) => [(await db.pipeline([{ statement: ALL, scope: "all" }]))[0]?.columns ?? []],
  transaction: (db) => db.transaction(async (tx) => [(await tx.run(ALL)).columns]),
  "later statement": (db) =>
    db.transaction(async (tx) => {
      await tx.run(sql`select 1`);
      return (await tx.together([ALL, ALL])).map(({ columns }) => columns);
    }),
  once: (db) => db.transaction(async (tx) => [(await tx.run(ALL)).columns], { once: true }),
};

/** Checks that no reader ever fails because the columns changed, and that all see the columns that there are. */
export async function expectNoStalePlans(url: string): Promise<void> {
  const db = connectPostgres({ url, max: 3, tries: 1 });
  const owner = connectPostgres({ url, max: 1 });
  try {
    await owner.transaction((tx) =>
      tx.script("drop table if exists changing; create table changing (a int)"),
    );
    let columns = 1;
    const step = fc.oneof(
      { weight: 1, arbitrary: fc.constant("change" as const) },
      {
        weight: 4,
        arbitrary: fc.array(fc.constantFrom(...Object.keys(READS)), { minLength: 1, maxLength: 6 }),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        for (const one of steps) {
          if (one === "change") {
            columns++;
            await owner.transaction((tx) => tx.script(`alter table changing add c${columns} text`));
            continue;
          }
          const answers = await Promise.all(one.map((how) => READS[how]?.(db) ?? []));
          for (const seen of answers.flat()) expect(seen.length).toBe(columns);
          expect(answers.every((answer) => answer.length > 0)).toBe(true);
        }
      }),
      { numRuns: 10 },
    );
    expect(columns).toBeGreaterThan(1);
  } finally {
    await Promise.all([db.close(), owner.close()]);
  }
}
