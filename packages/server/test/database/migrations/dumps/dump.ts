/**
 * Databases of earlier versions as files: `<version>.sql.br` is the output of `pg_dump`, preceded by roles, and
 * `<version>.json` describes it. `make.ts` makes both. Those named after commits predate the first release.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { z } from "zod";
import { copiedDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";

/** A log as the earlier version showed it. */
const Log = z.object({
  id: z.number(),
  name: z.string(),
  distance: z.number(),
  started: z.string(),
  ended: z.string(),
  notes: z.string().nullable(),
});

export const Dump = z.object({
  /** The release of PostgreSQL that it was dumped from. */
  major: z.number(),
  people: z.array(
    z.object({
      email: z.string(),
      password: z.string(),
      /** Null if the boat keeps it to itself. */
      vesselToken: z.string().nullable(),
      /** When the boat was last heard from, and where. */
      last: z.object({ time: z.string(), latitude: z.number(), longitude: z.number() }),
      logs: z.array(Log),
      /** The user's note in the event log. */
      notes: z.array(z.string()),
      /** The user's remarks in the logbook, and names of rules. */
      entries: z.array(z.string()),
      rules: z.array(z.string()),
    }),
  ),
});
export type Dump = z.infer<typeof Dump>;

/** The versions that there are dumps of. */
export const DUMPED: readonly string[] = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".sql.br"))
  .map((name) => name.replace(".sql.br", ""));

/** The contents of a dump. */
export function readDump(version: string): Dump {
  return Dump.parse(JSON.parse(readFileSync(join(import.meta.dirname, `${version}.json`), "utf8")));
}

/** A database as the earlier version left it. */
export function restoredDump(version: string): Promise<TestDatabase> {
  return copiedDatabase(`dump_${version}`, async (url) => {
    const db = connectPostgres({ url, max: 1 });
    try {
      const text = brotliDecompressSync(
        readFileSync(join(import.meta.dirname, `${version}.sql.br`)),
      ).toString("utf8");
      await db.transaction((tx) => tx.script(text));
    } finally {
      await db.close();
    }
  });
}
