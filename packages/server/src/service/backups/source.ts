/** The database to be copied: facts needed before and after. */

import type { Database, Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";
import { architectureIn } from "./manifest.ts";
import { type CountedSource, countDeletions, countRows, type RowCounts } from "./row-counts.ts";

const Facts = z.object({
  number: z.coerce.number(),
  version: z.string(),
  full: z.string(),
  superuser: z.string(),
  database: z.string(),
  preload: z.string(),
  schema: z.string().nullable(),
  spaces: z.coerce.number(),
  mayCopy: z.boolean(),
});

/** A database's server. */
export interface SourceFacts {
  readonly major: number;
  readonly version: string;
  readonly architecture: string;
  /** The bootstrap superuser. */
  readonly superuser: string;
  readonly database: string;
  /** The shared library the database needs at server start; empty if none. */
  readonly preload: string;
  /** The last version of our tables. */
  readonly schema: string;
  /** Why it cannot be copied; null if it can. */
  readonly obstacle: string | null;
}

/** The first release whose base backups have the supported form. */
const FIRST_MAJOR = 15;

/** @throws DatabaseError if a query fails */
export async function readSource(tx: Tx): Promise<SourceFacts> {
  const [isOurs] = await tx.query(sql`
    select coalesce(has_schema_privilege(to_regnamespace('app'), 'usage'), false) as found`);
  const [row] = await tx.query(sql`
    select current_setting('server_version_num') as number, current_setting('server_version') as version,
      version() as full, (select rolname::text from pg_roles where oid = 10) as superuser,
      current_database()::text as database, coalesce((select extname from pg_extension where extname = 'timescaledb'), '') as preload,
      ${isOurs?.found === true ? sql`(select max(version) from app.schema_versions where version <> 'code')` : sql`null`}::text as schema,
      (select count(*) from pg_tablespace where spcname not in ('pg_default', 'pg_global')) as spaces,
      (select rolsuper or rolreplication from pg_roles where rolname = current_user) as "mayCopy"`);
  const facts = Facts.parse(row);
  const major = Math.floor(facts.number / 10_000);
  return {
    major,
    version: facts.version,
    architecture: architectureIn(facts.full),
    superuser: facts.superuser,
    database: facts.database,
    preload: facts.preload,
    schema: facts.schema ?? "none",
    obstacle: obstacleOf(major, facts.spaces, facts.mayCopy),
  };
}

function obstacleOf(major: number, spaces: number, mayCopy: boolean): string | null {
  if (major < FIRST_MAJOR) return `its PostgreSQL is ${major}, and this needs ${FIRST_MAJOR} or newer`;
  if (spaces > 0) return "it has tablespaces of its own";
  return mayCopy ? null : "the role of DATABASE_URL may not replicate";
}

/** Counts rows before and after a copy. */
export async function countingSource(
  database: Database,
): Promise<{ readonly copied: () => Promise<void>; readonly counted: () => Promise<CountedSource> }> {
  const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    database.transaction(work, { readOnly: true, isolation: "repeatable read" });
  const gone = await read(countDeletions);
  const before = await read(countRows);
  let after: RowCounts = before;
  return {
    copied: async () => {
      after = await read(countRows);
    },
    async counted() {
      const goneNow = await read(countDeletions);
      const deleted = new Map([...goneNow].map(([table, count]) => [table, count - (gone.get(table) ?? 0)]));
      return { before, after, deleted };
    },
  };
}
