/** Requests whose answers from the server come in pieces, end early or are changed on the way. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { connectPostgres } from "../../../src/db/postgres.ts";
import { sql } from "../../../src/db/sql.ts";
import { asked, atEach, bytesSent } from "./asking.ts";
import { changeAt, cutAfter, type Tamper, unchanged, wayTo } from "./tampering.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await emptyDatabase();
});

afterAll(async () => {
  await database.drop();
});

/** A sample of places in the server's stream; the long test tries all. */
async function somePlaces(): Promise<readonly number[]> {
  const all = await bytesSent(database.url);
  return fc.sample(fc.nat(all - 1), TRIED);
}
const TRIED = 40;

test("nothing is different if every byte comes alone", async () => {
  const each: Tamper = (chunk) => Array.from(chunk, (_, i) => chunk.subarray(i, i + 1));
  await asked(database.url, () => each, 1);
});

test("answers of any size come whole, in whatever pieces", async () => {
  const pieces = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 20 });
  const sizes = fc.array(fc.oneof(fc.nat(40), fc.nat(5_000), fc.nat(300_000)), {
    minLength: 1,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(pieces, sizes, async (lengths, wanted) => {
      let next = 0;
      const way = await wayTo(database.url, () => (chunk) => {
        const cut: Buffer[] = [];
        for (let at = 0; at < chunk.length; ) {
          const end = at + (lengths[next++ % lengths.length] ?? 1);
          cut.push(chunk.subarray(at, end));
          at = end;
        }
        return cut;
      });
      const pool = connectPostgres({ url: way.url, max: 2 });
      try {
        const found = await pool.pipeline(
          wanted.map((size, i) => ({
            statement: sql`select repeat(${String(i % 10)}, ${size}::int), ${i}::int`,
          })),
        );
        expect(found.map(({ rows }) => rows)).toEqual(
          wanted.map((size, i) => [[String(i % 10).repeat(size), String(i)]]),
        );
      } finally {
        await pool.close();
        await way.close();
      }
    }),
    { numRuns: 25 },
  );
});

test("a connection that ends after some of its bytes leaves no wrong answer, and no request without one", async () => {
  await atEach(await somePlaces(), (place) =>
    asked(database.url, (i) => (i < 2 ? cutAfter(place) : unchanged), 2),
  );
});

test("a byte that was changed leaves no wrong answer, and no request without one", async () => {
  await atEach(await somePlaces(), (place) => {
    const mask = 1 << ((place * 5) % 8);
    return asked(database.url, (i) => (i < 2 ? changeAt(place, mask) : unchanged), 2);
  });
});
