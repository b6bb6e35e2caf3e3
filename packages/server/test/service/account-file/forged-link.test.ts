/** Forged files: what they say of the boat's link. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { importAccount } from "../../../src/service/account-file/import-account.ts";
import { account, writeAccountFile } from "./account-file.ts";
import { TABLE_ROWS, type Tables } from "./table-rows.ts";

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

it.each<[string, Tables, RegExp]>([
  ["a stream in capitals", { boat_streams: [{ stream: "STREAM77", paths: {} }] }, /A stream has a name/],
  [
    "a stream whose paths are no texts",
    { boat_streams: [{ stream: "forged77", paths: { 1: 2 } }] },
    /names paths/,
  ],
  ["a setting that there is not", { boat_settings: [{ settings: { helm: 1 } }] }, /There is no setting helm/],
  [
    "a number that is none",
    {
      boat_streams: [{ stream: "forged78", paths: {} }],
      boat_rows: [{ stream: "forged78", number: 1.5, sent_at: 1, digest: "1" }],
    },
    /boat_rows.ndjson was refused/,
  ],
])("is refused of a link: %s", async (_, tables, sentence) => {
  await writeAccountFile(file, account("forger@example.org"), { ...TABLE_ROWS, ...tables });
  await expect(importAccount(database, file, "x", 40)).rejects.toThrow(sentence);
});
