/** The fixture schema of the data API's tests: an observatory. `fixture.sql` describes its roles and objects. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { copiedDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { retryCollisions } from "../../../server/src/database/migrations/collisions.ts";
import { connectPostgres } from "../../src/db/postgres.ts";

/** The schemas of the fixture that requests may see, the default first. */
export const FIXTURE_SCHEMAS = ["observatory", "archive"] as const;

/** Where the fixture's functions and types lie that no path shows. */
export const FIXTURE_SEARCH_PATH = ["tools"] as const;

/** The login role that may become `fixture_anonymous` and `fixture_user`. */
export const FIXTURE_AUTHENTICATOR = { user: "fixture_authenticator", password: "fixture" } as const;

/** A database with the fixture. */
export function fixtureDatabase(): Promise<TestDatabase> {
  return copiedDatabase("fixture", loadFixture);
}

async function loadFixture(ownerDatabaseUrl: string): Promise<void> {
  const text = await readFile(fileURLToPath(new URL("fixture.sql", import.meta.url)), "utf8");
  const database = connectPostgres({ url: ownerDatabaseUrl, max: 1 });
  try {
    await retryCollisions(() => database.transaction((tx) => tx.script(text)));
  } finally {
    await database.close();
  }
}
