/** A connection that the server ends in the moment in which it is made. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { cloneDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { connectPostgres } from "../../src/db/postgres.ts";
import { sql } from "../../src/db/sql.ts";
import { unchanged, wayTo } from "./wire/tampering.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

/** A server's message to a session that it ends. */
function farewell(): Buffer {
  const fields = Buffer.from(
    "SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0",
    "latin1",
  );
  const head = Buffer.alloc(5);
  head.write("E", 0, "latin1");
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

it("opens another connection if one ends as soon as it is open", async () => {
  const way = await wayTo(database.url, (connection) =>
    connection > 0
      ? unchanged
      : (chunk) => [chunk.subarray(-READY.length).equals(READY) ? Buffer.concat([chunk, farewell()]) : chunk],
  );
  const pool = connectPostgres({ url: way.url, acquireMs: 2_000 });
  const outcome = await pool.pipeline([{ statement: sql`select 1` }]).then(
    () => "answered",
    (cause: unknown) => String(cause),
  );
  await pool.close();
  await way.close();
  expect(outcome).toBe("answered");
});
