/** Account files that no installation wrote. */
import { createWriteStream } from "node:fs";
import { ZipWriter } from "@wakelog/kit/zip/writer.ts";
import { ACCOUNT_FILE, fileOf } from "../../../src/service/account-file/form.ts";
import type { Row, Tables } from "./table-rows.ts";

/** An account as a file describes it. */
export const account = (email: string, preferences: Row = {}) => ({
  email,
  first: "Aino",
  last: "Meri",
  preferences,
  publicName: null as string | null,
});

/** Writes a file: one boat with these tables, or none. */
export async function writeAccountFile(
  path: string,
  described: Row,
  tables: Tables | null,
  more: Row = {},
): Promise<void> {
  const vessels = tables === null ? [] : [{ folder: "boat-1", name: "Forged", mmsi: null }];
  const head = { format: "wakelog account 1", wakelog: "1", exported: new Date().toISOString() };
  const zip = new ZipWriter(createWriteStream(path));
  await zip.add(ACCOUNT_FILE, [
    JSON.stringify({ ...head, account: described, vessels, waiting: [], notes: [], ...more }),
  ]);
  for (const [name, rows] of Object.entries(tables ?? {}))
    await zip.add(
      fileOf("boat-1", name),
      rows.map((row) => `${JSON.stringify(row)}\n`),
    );
  await zip.end();
}
