import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { anyText } from "../../../../test/support/laws/any-text.ts";
import { sql } from "../../src/db/sql.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await emptyDatabase();
});

afterAll(async () => {
  await database.drop();
});

/** Array syntax, its keywords, and any character except NUL, which PostgreSQL's text cannot hold. */
const text = fc.oneof(
  fc.constantFrom("", " ", "NULL", "null", '"', "\\", '\\"', "{", "}", "{}", ",", "[0:1]={a,b}", "\n"),
  fc
    .array(fc.constantFrom('"', "\\", "{", "}", ",", " ", "a", "'"), { maxLength: 8 })
    .map((all) => all.join("")),
  anyText().map((one) => one.toWellFormed().replaceAll("\0", "")),
);
const RUNS = { numRuns: 300 };

describe("an array as a value", () => {
  test("of texts comes back as it was, and PostgreSQL sees the same elements", async () => {
    await database.owner.transaction((tx) =>
      fc.assert(
        fc.asyncProperty(fc.array(text, { maxLength: 6 }), async (texts) => {
          const [row] = await tx.query(sql`
            select ${texts}::text[] as array, to_json(${texts}::text[]) as json, cardinality(${texts}::text[]) as count`);
          // JSON is the other way for the elements to come back, without our reading of arrays.
          expect(row).toEqual({ array: texts, json: texts, count: texts.length });
        }),
        RUNS,
      ),
    );
  });

  test("of numbers comes back as it was", async () => {
    await database.owner.transaction((tx) =>
      fc.assert(
        fc.asyncProperty(
          // Minus zero is written as 0, in an array as outside of one.
          fc.array(
            fc.double().map((real) => real + 0),
            { maxLength: 6 },
          ),
          fc.array(fc.integer(), { maxLength: 6 }),
          async (reals, integers) => {
            const [row] = await tx.query(
              sql`select ${reals}::float8[] as reals, ${integers}::int[] as integers`,
            );
            expect(row).toEqual({ reals, integers });
          },
        ),
        RUNS,
      ),
    );
  });

  test("holds exactly what any() finds in it", async () => {
    await database.owner.transaction((tx) =>
      fc.assert(
        fc.asyncProperty(fc.array(text, { maxLength: 6 }), text, async (texts, other) => {
          for (const one of [other, ...texts]) {
            const [row] = await tx.query(sql`select ${one}::text = any (${texts}) as found`);
            expect(row).toEqual({ found: texts.includes(one) });
          }
        }),
        RUNS,
      ),
    );
  });
});

test("arrays of arrays, with NULLs in them, are read as PostgreSQL's own JSON of them", async () => {
  const element = fc.option(text, { nil: null });
  const rows = fc
    .integer({ min: 1, max: 3 })
    .chain((width) =>
      fc.array(fc.array(element, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 3 }),
    );
  await database.owner.transaction((tx) =>
    fc.assert(
      fc.asyncProperty(rows, async (grid) => {
        const [row] = await tx.query(sql`
          select array_agg(line order by n) as grid
          from (
            select n, array(select value from jsonb_array_elements_text(inner_list) with ordinality as v (value, m) order by m) as line
            from jsonb_array_elements(${JSON.stringify(grid)}::jsonb) with ordinality as l (inner_list, n)) lines`);
        expect(row).toEqual({ grid });
      }),
      RUNS,
    ),
  );
});
