import { expect, test } from "vitest";
import { emptyDatabase } from "../../../../test/support/database.ts";
import { expectNoStalePlans } from "./stale-plans.ts";

test("no statement fails because the columns of its table changed after it was prepared", async () => {
  const database = await emptyDatabase();
  try {
    await expectNoStalePlans(database.url);
  } finally {
    await database.drop();
  }
  expect.hasAssertions();
});
