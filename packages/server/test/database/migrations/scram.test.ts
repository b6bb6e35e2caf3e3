/** The stored form of a login role's password. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { scramMatches, scramVerifier } from "../../../src/database/migrations/scram.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database.drop());

describe("verifiers", () => {
  test("match their own password only", () => {
    const verifier = scramVerifier("pencil");
    expect(scramMatches(verifier, "pencil")).toBe(true);
    expect(scramMatches(verifier, "Pencil")).toBe(false);
    expect(scramMatches(null, "pencil")).toBe(false);
    expect(scramMatches("md5abc", "pencil")).toBe(false);
  });

  test("are what PostgreSQL itself would store", async () => {
    await database.owner
      .transaction(async (tx) => {
        await tx.script(
          "set local password_encryption = 'scram-sha-256'; create role wakelog_verifier_test login password 'pencil'",
        );
        const { rows } = await tx.run(
          sql`select rolpassword from pg_authid where rolname = 'wakelog_verifier_test'`,
        );
        expect(scramMatches(rows[0]?.[0] ?? null, "pencil")).toBe(true);
        throw new Undo();
      })
      .catch((cause: unknown) => {
        if (!(cause instanceof Undo)) throw cause;
      });
  });
});

class Undo extends Error {}
