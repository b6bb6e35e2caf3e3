/** Requests whose answers from the server end, or are changed, at any of their bytes. */
import { afterAll, beforeAll, test } from "vitest";
import { emptyDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { asked, atEach, bytesSent } from "./asking.ts";
import { changeAt, cutAfter, unchanged } from "./tampering.ts";

const LONG_MS = 600_000;
let database: TestDatabase;

beforeAll(async () => {
  database = await emptyDatabase();
});

afterAll(async () => {
  await database.drop();
});

async function allPlaces(): Promise<readonly number[]> {
  return Array.from({ length: await bytesSent(database.url) }, (_, place) => place);
}

test(
  "a connection that ends after any of its bytes leaves no wrong answer, and no request without one",
  async () => {
    await atEach(await allPlaces(), (place) =>
      asked(database.url, (i) => (i < 2 ? cutAfter(place) : unchanged), 2),
    );
  },
  LONG_MS,
);

test(
  "any byte that was changed leaves no wrong answer, and no request without one",
  async () => {
    await atEach(await allPlaces(), (place) => {
      const mask = 1 << ((place * 5) % 8);
      return asked(database.url, (i) => (i < 2 ? changeAt(place, mask) : unchanged), 2);
    });
  },
  LONG_MS,
);
