/** Inserts rows given as lines of JSON. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { ident, join, type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { METRIC_TABLES, PACKED, type RelocatedTable } from "./tables.ts";

/**
 * Inserts rows. Passes their text on unchanged, because JavaScript numbers have fewer digits.
 * @param changes per line, columns to replace
 * @param columns to write; those the table lacks and packing columns are skipped
 */
export async function insertRows(
  tx: Tx,
  table: Pick<RelocatedTable, "schema" | "name">,
  lines: readonly string[],
  changes: readonly Readonly<Record<string, unknown>>[],
  columns: readonly string[],
): Promise<void> {
  const target = ident(table.schema, table.name);
  const known = await columnsOf(tx, table, columns);
  await tx.run(sql`
    insert into ${target} (${join(known.map((column) => ident(column)))}) overriding system value
    select ${join(known.map(filled))}
    from unnest(${lines}::text[], ${changes.map((change) => JSON.stringify(change))}::text[]) as r (line, change)
    cross join lateral (select r.line::jsonb || r.change::jsonb as doc) d
    cross join lateral jsonb_populate_record(null::${target}, d.doc - array['track_geom', 'track_geog']) p`);
}

function filled(column: string): Sql {
  if (column === "track_geom" || column === "track_geog")
    return sql`app.make_line(d.doc #> array[${column}::text, 'coordinates'])`;
  // A row refused because it was null.
  if (column === "metric") return sql`coalesce(p.metric, 'null')`;
  // Missing in files of earlier releases.
  if (column === "moored") return sql`coalesce(p.moored, false)`;
  if (column === "user_data") return sql`coalesce(p.user_data, '{}')`;
  if (column === "created_at" || column === "updated_at") return sql`coalesce(p.${ident(column)}, now())`;
  return sql`p.${ident(column)}`;
}

async function columnsOf(
  tx: Tx,
  { schema, name }: Pick<RelocatedTable, "schema" | "name">,
  columns: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await tx.run(sql`
    select attname from pg_attribute
    where attrelid = ${`${schema}.${name}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname = any (${columns.filter((column) => !METRIC_TABLES.includes(name) || !PACKED.includes(column))}::text[])`);
  return rows.map(([column]) => String(column));
}
