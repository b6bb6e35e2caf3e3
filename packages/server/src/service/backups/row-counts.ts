/** Row counts of a database's tables, to compare with its copy. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { ident, join, sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";

const Table = z.object({ schema: z.string(), name: z.string() });
const Count = z.object({ table: z.string(), rows: z.coerce.number() });
const Deleted = z.object({ table: z.string(), deleted: z.coerce.number() });

export type RowCounts = ReadonlyMap<string, number>;

/** Row counts of all tables whose rows this login sees completely. */
export async function countRows(tx: Tx): Promise<RowCounts> {
  const tables = await tx.query(sql`
    select nspname as schema, relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind = 'r' and relpersistence = 'p' and nspname not in ('pg_catalog', 'information_schema')
      and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')
      and not row_security_active(c.oid)
    order by 1, 2`);
  const counts = tables.map((row) => {
    const { schema, name } = Table.parse(row);
    return sql`select ${`${schema}.${name}`}::text as table, count(*) as rows from ${ident(schema, name)}`;
  });
  if (counts.length === 0) return new Map();
  const found = (await tx.query(join(counts, " union all "))).map((row) => Count.parse(row));
  return new Map(found.map(({ table, rows }) => [table, rows]));
}

/** Total deletions per table; some seconds behind. */
export async function countDeletions(tx: Tx): Promise<RowCounts> {
  const rows = await tx.query(sql`
    select schemaname || '.' || relname as table, n_tup_del as deleted from pg_stat_user_tables`);
  return new Map(rows.map((row) => Deleted.parse(row)).map(({ table, deleted }) => [table, deleted]));
}

/** Row counts of a database before and after its copy. */
export interface CountedSource {
  readonly before: RowCounts;
  readonly after: RowCounts;
  /** Deleted during the copy. */
  readonly deleted: RowCounts;
}

/** One sentence per table of the copy whose row count the database cannot have had during the copy. */
export function wrongCounts(copy: RowCounts, { before, after, deleted }: CountedSource): readonly string[] {
  return [...before].flatMap(([table, first]) => {
    const last = after.get(table);
    // Dropped during the copy.
    if (last === undefined) return [];
    const slack = deleted.get(table) ?? 0;
    const [least, most] = [Math.min(first, last) - slack, Math.max(first, last) + slack];
    const found = copy.get(table) ?? 0;
    if (found >= least && found <= most) return [];
    return [
      `${table} has ${found} rows in the copy and ${first === last ? first : `${least} to ${most}`} in the database`,
    ];
  });
}
