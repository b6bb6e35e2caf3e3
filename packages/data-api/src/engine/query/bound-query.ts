/**
 * Counts an answer's rows before it is built. Each list is counted together with the lists above it, from the top down,
 * and never beyond the limit: at most that many rows are visited per list, and none is kept.
 */
import { ident, join, raw, type Sql, sql } from "../../db/sql.ts";
import { listsOf, rowsPerRow } from "../plan/bounds/answer-rows.ts";
import type { EmbedNode, ReadNode } from "../plan/plan-types.ts";
import { foreignSource, wholeRow } from "./join-query.ts";
import { joinedRows, rootRows } from "./read-query.ts";

/** The common table expression that decides whether to build the answer: one column, `ok`. */
const WITHIN = "~within";

/** A list, with the joins from the root to it. */
interface List {
  readonly node: ReadNode;
  readonly rows: readonly Sql[];
}

/** The common table expressions that count; the last is {@link WITHIN}. */
export function boundQuery(root: ReadNode, most: number): readonly Sql[] {
  const counts: Sql[] = [];
  for (const [at, { node, rows }] of lists(root).entries()) {
    const found = sql`select 1 from ${join(rows)} limit ${most + 1}::bigint`;
    const number = sql`(select count(*) * ${rowsPerRow(node)}::bigint from (${found}) _)`;
    const before = ident(counted(at - 1));
    const sum =
      at === 0
        ? sql`select ${number} as rows`
        : sql`select case when rows > ${most}::bigint then rows else rows + ${number} end as rows from ${before}`;
    counts.push(sql`${ident(counted(at))} as materialized (${sum})`);
  }
  const last = ident(counted(counts.length - 1));
  const within = sql`select rows <= ${most}::bigint as ok from ${last}`;
  return [...counts, sql`${ident(WITHIN)} as materialized (${within})`];
}

function counted(at: number): string {
  return `~rows${at}`;
}

/** All lists, shallow ones first, so that the lists above are counted first. */
function lists(root: ReadNode): readonly List[] {
  const all: List[] = [{ node: root, rows: [sql`(${rootRows(root)}) as ${ident(root.alias)}`] }];
  for (const { node, rows } of all) {
    for (const path of listsOf(node)) all.push(below(node, rows, path));
  }
  return all;
}

function below(top: ReadNode, above: readonly Sql[], path: readonly EmbedNode[]): List {
  let parent = top;
  const rows = [...above];
  for (const embed of path) {
    const { from, on } = foreignSource(parent, embed, wholeRow(parent));
    rows.push(sql`lateral (${joinedRows(embed.node, from, on)}) as ${ident(embed.node.alias)}`);
    parent = embed.node;
  }
  return { node: parent, rows };
}

/** The rows if the answer is within its limit; otherwise none. */
export function ifWithin(rows: Sql): Sql {
  return sql`select _.* from (${rows}) _ where (select ok from ${ident(WITHIN)})`;
}

/** Whether the answer is within its limit; null if not counted. */
export function withinColumn(isCounted: boolean): Sql {
  return isCounted ? sql`(select ok from ${ident(WITHIN)})` : raw("null::boolean");
}
