/** Many requests of all kinds at once, disturbed at random. */
import { afterAll, beforeAll, test } from "vitest";
import { emptyDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { mixed } from "./mixture.ts";

const LONG_MS = 900_000;
let database: TestDatabase;

beforeAll(async () => {
  database = await emptyDatabase();
});

afterAll(async () => {
  await database.drop();
});

test(
  "every answer is its own, and a disturbance is one request's, over 100 000 requests",
  () => mixed(database.url, 100_000, 1_000),
  LONG_MS,
);
