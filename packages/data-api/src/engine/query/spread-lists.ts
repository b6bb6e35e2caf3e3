/**
 * To-many spreads: each column of the embed becomes an array of the parent. A scalar subquery makes all arrays of a
 * spread at once, so that they have one order and one length, and PostgreSQL computes it only for the rows left after
 * ORDER BY and LIMIT. A query around the rows takes the arrays apart.
 */
import { empty, ident, join, raw, type Sql, sql } from "../../db/sql.ts";
import type { ReadNode } from "../plan/plan-types.ts";
import { rowBytes } from "./bounded-list.ts";
import { type Flat, PLAIN } from "./select-list.ts";

/** The alias of the rows with their arrays still together. */
export const ROWS: Sql = ident("~rows");

/** The column with the arrays of the spread with this index. */
export function listsColumn(index: number): Sql {
  return ident(`~lists${index}`);
}

/** The to-many spreads of a node that show something, by index. */
export function spreadLists({ embeds }: ReadNode): readonly number[] {
  return [...embeds.keys()].filter((index) => {
    const embed = embeds[index];
    return embed?.spread === true && !embed.toOne && !embed.hidden;
  });
}

/**
 * The columns of a to-many spread in its parent.
 * @param columns the embed's own
 * @param parent a grouped one groups by each array, which then needs an equality operator
 */
export function spreadColumns(columns: readonly Flat[], embed: number, parent: ReadNode): readonly Flat[] {
  return columns.flatMap((flat, at): readonly Flat[] => {
    if (flat.kind === "star") return [];
    const column = at + 1;
    const value = placed(embed, column);
    if (parent.grouped) return [{ ...PLAIN, name: flat.name, sql: sql`(${value})::jsonb`, list: "lifted" }];
    return [{ ...PLAIN, name: flat.name, sql: value, list: { embed, column }, isJson: true }];
  });
}

/** An array in the query around the rows, or beside the row of a grouped parent. */
function placed(embed: number, column: number): Sql {
  return sql`${ROWS}.${listsColumn(embed)}[${raw(String(column))}]`;
}

/** The columns of the rows besides their arrays, named by position. */
export function rowColumns(columns: readonly Flat[]): readonly Sql[] {
  return columns.flatMap((flat, at) =>
    flat.kind === "star" || isPlaced(flat) ? [] : [sql`${flat.sql} as ${ident(String(at + 1))}`],
  );
}

/** The same columns in the query around the rows. */
export function outerColumns(columns: readonly Flat[]): readonly Flat[] {
  return columns.flatMap((flat, at): readonly Flat[] => {
    if (flat.kind === "star") return [];
    return [isPlaced(flat) ? flat : { ...flat, sql: sql`${ROWS}.${ident(String(at + 1))}` }];
  });
}

function isPlaced(flat: Flat): boolean {
  return flat.kind === "value" && flat.list !== null && flat.list !== "lifted";
}

/**
 * The arrays of a spread's columns, as one array of JSON values.
 * @param rows a query whose columns are named by position
 * @param most bytes that the arrays may have; null: no limit
 */
export function arraysOf(columns: readonly Flat[], rows: Sql, most: number | null): Sql {
  const kept = most === null ? empty : sql` filter (where _."~before" < ${raw(String(most))})`;
  const arrays = columns.map((_, at) => sql`coalesce(json_agg(_.${ident(String(at + 1))})${kept}, '[]')`);
  return sql`(select array[${join(arrays)}] from (${most === null ? rows : rowBytes(rows, columns.length)}) _)`;
}
