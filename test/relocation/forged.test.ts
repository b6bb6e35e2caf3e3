/** Files that no installation wrote: what they say is checked like what people say. */
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../src/db/sql.ts";
import { importAccount } from "../../src/relocation/arriving.ts";
import { ACCOUNT_FILE } from "../../src/relocation/form.ts";
import { ZipWriter } from "../../src/zip/writer.ts";
import { cloneDatabase, type TestDatabase } from "../support/database.ts";

const folder = mkdtempSync(join(tmpdir(), "wakelog-forged-"));
const file = join(folder, "forged.zip");
let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

it("leaves out preferences that nobody may set, and pages of logs that did not come along", async () => {
  const preferences = {
    language: "fi",
    messenger: { chat: 1 },
    public_vessel: "Somebody",
    webhook_url: "file:///etc/passwd",
    public_logs: [1, 2],
    mine: { any: "thing" },
  };
  const zip = new ZipWriter(createWriteStream(file));
  const account = {
    email: "forger@example.org",
    first: "Aino",
    last: "Meri",
    preferences,
    publicName: null,
  };
  const leaving = { format: "wakelog account 1", wakelog: "1", exported: new Date().toISOString(), account };
  await zip.add(ACCOUNT_FILE, [JSON.stringify({ ...leaving, vessels: [], waiting: [], notes: [] })]);
  await zip.end();
  await importAccount(database, file, null);
  const [row] = await database.owner.transaction(
    (tx) => tx.query(sql`select preferences from app.accounts where email = ${account.email}`),
    { role: "wakelog_worker" },
  );
  expect(row?.preferences).toMatchObject({ language: "fi", public_logs: [], mine: { any: "thing" } });
  for (const key of ["messenger", "public_vessel", "webhook_url"])
    expect(row?.preferences).not.toHaveProperty(key);
});
