/**
 * Builds one SELECT for a read and all its embeds. To-one embeds are joins (which the planner flattens to outer joins);
 * to-many embeds are scalar subqueries, which PostgreSQL computes only for the rows left after ORDER BY and LIMIT.
 * Embeds that filter the parent (`!inner`, null tests) become EXISTS, a semi- or anti-join.
 */
import { isDeepStrictEqual } from "node:util";
import { empty, ident, join, raw, type Sql, sql } from "../../db/sql.ts";
import type { EmbedNode, PlanOrder, ReadNode } from "../plan/plan-types.ts";
import { boundedArray } from "./bounded-list.ts";
import { conditionSql } from "./condition.ts";
import { fieldSql, limitOffset, orderBy } from "./expression.ts";
import { foreignSource, joinedColumns } from "./join-query.ts";
import { type Flat, flatColumns, groupBy, selectList } from "./select-list.ts";

/** The common table expression with the rows of a write or call. */
export const RESULT = "pgrst_source";

/** The whole SELECT of a root node. */
export function readQuery(node: ReadNode): Sql {
  return select(node, rootSource(node), [], selectList);
}

/** The rows that satisfy a root node's conditions, with one constant column, without order and range. */
export function rowsQuery(node: ReadNode): Sql {
  if (node.grouped) {
    const whole: ReadNode = { ...node, order: [], range: { offset: 0, limit: null } };
    return select(whole, rootSource(node), [], selectList);
  }
  const inner = node.embeds.filter((embed) => embed.inner).map((embed) => exists(node, embed));
  return sql`select 1 from ${rootSource(node)}${where([...inner, ...conditions(node)])}`;
}

/** The rows of a root node with its embeds' join columns, without the embeds. */
export function rootRows(node: ReadNode): Sql {
  return joinedRows(node, rootSource(node), []);
}

/** The same for an embedded node. */
export function joinedRows(node: ReadNode, from: Sql, on: readonly Sql[]): Sql {
  return select(node, from, on, () => joinedColumns(node));
}

function rootSource({ source, alias }: ReadNode): Sql {
  const from = source.kind === "relation" ? ident(source.schema, source.name) : ident(RESULT);
  return sql`${from} as ${ident(alias)}`;
}

/**
 * @param joined conditions that join the node to its parent
 * @param list builds the select list; columns spread into the parent are grouped there
 */
function select(
  node: ReadNode,
  from: Sql,
  joined: readonly Sql[],
  list: (columns: readonly Flat[]) => Sql,
): Sql {
  const columns = flatColumns(node, embedValue);
  const toMany = node.embeds
    .filter((embed) => embed.inner && !embed.toOne)
    .map((embed) => exists(node, embed));
  return join(
    [
      sql`select ${list(columns)} from ${from}${joins(node)}`,
      where([...joined, ...toMany, ...conditions(node)]),
      node.grouped && list === selectList ? groupBy(columns, groupedOrder(node)) : empty,
      orderBy(node.order, (term, at) => orderTerm(node, columns, term, at)),
      limitOffset(node.range),
    ],
    "",
  );
}

function conditions(node: ReadNode): Sql[] {
  return node.conditions.map((condition) =>
    conditionSql(condition, node.alias, (index) => {
      const embed = node.embeds[index];
      return embed === undefined ? raw("false") : exists(node, embed);
    }),
  );
}

function where(all: readonly Sql[]): Sql {
  return all.length === 0 ? empty : sql` where ${join(all, " and ")}`;
}

/** Whether an embed has a row for the parent's row. */
function exists(parent: ReadNode, embed: EmbedNode): Sql {
  const { from, on } = foreignSource(parent, embed);
  const { node } = embed;
  const inner = node.embeds.filter((one) => one.inner).map((one) => exists(node, one));
  const { offset, limit } = node.range;
  const range = limitOffset({ offset, limit: limit === 0 ? 0 : null });
  return sql`exists (select 1 from ${from}${where([...on, ...inner, ...conditions(node)])}${range})`;
}

/** Lateral joins of the to-one embeds that are used. */
function joins(node: ReadNode): Sql {
  const laterals = node.embeds.map((embed, index) => {
    if (!embed.toOne) return empty;
    const terms = node.order.flatMap((term, at) => (term.embed === index ? [{ term, at }] : []));
    if (embed.hidden && terms.length === 0 && !embed.inner) return empty;
    const kind = raw(embed.inner ? " join lateral " : " left join lateral ");
    return sql`${kind}(${toOne(node, embed, terms)}) as ${lateral(index)} on true`;
  });
  return join(laterals, "");
}

function toOne(parent: ReadNode, embed: EmbedNode, terms: readonly { term: PlanOrder; at: number }[]): Sql {
  const { from, on } = foreignSource(parent, embed);
  const { node } = embed;
  if (terms.length === 0) return select(node, from, on, embed.spread ? lifting : selectList);
  const ordering = terms.map(
    ({ term, at }) => sql`${fieldSql(node.alias, term.field)} as ${orderColumn(at)}`,
  );
  return select(node, from, on, (columns) => {
    if (embed.spread) return join([...lifted(columns), ...ordering]);
    // Columns that only the order needs must not appear in the object.
    const object = sql`(select row_to_json(_.*) from (select ${selectList(columns)}) _) as json`;
    return join([object, ...ordering]);
  });
}

/** The columns of an embed in its parent's select list, with what to group by. */
function embedValue(parent: ReadNode, index: number): readonly Flat[] {
  const embed = parent.embeds[index];
  if (embed === undefined || embed.hidden) return [];
  if (embed.spread) {
    return flatColumns(embed.node, embedValue).map((flat, at) =>
      flat.kind === "star"
        ? { kind: "star", sql: sql`${lateral(index)}.*` }
        : { ...flat, sql: sql`${lateral(index)}.${ident(String(at + 1))}`, group: null },
    );
  }
  if (embed.toOne) {
    const ordered = parent.order.some((term) => term.embed === index);
    const value = ordered ? sql`${lateral(index)}.json` : sql`row_to_json(${lateral(index)}.*)`;
    const group = ordered ? value : sql`${lateral(index)}.*`;
    return [{ kind: "value", name: embed.name, sql: value, aggregate: null, cast: null, group }];
  }
  const { from, on } = foreignSource(parent, embed);
  const rows = select(embed.node, from, on, selectList);
  const list =
    embed.byteLimit === null
      ? sql`coalesce((select json_agg(_.*) from (${rows}) _), '[]')`
      : boundedArray(rows, embed.byteLimit);
  // The list is a grouping key too, so it needs an equality operator.
  const value = parent.grouped ? sql`${list}::jsonb` : list;
  return [{ kind: "value", name: embed.name, sql: value, aggregate: null, cast: null, group: null }];
}

function lifting(columns: readonly Flat[]): Sql {
  return join(lifted(columns));
}

/** The columns for the parent's select list, named by position, because names may repeat. */
function lifted(columns: readonly Flat[]): readonly Sql[] {
  return columns.map((flat, at) =>
    flat.kind === "star" ? flat.sql : sql`${flat.sql} as ${ident(String(at + 1))}`,
  );
}

function orderTerm(node: ReadNode, columns: readonly Flat[], term: PlanOrder, at: number): Sql {
  if (term.embed === null) {
    const field = fieldSql(node.alias, term.field);
    // The parameters differ here, so PostgreSQL would not recognise the grouped expression.
    const place = node.grouped ? columns.findIndex((flat) => isSame(flat.sql, field)) : -1;
    return place < 0 ? field : raw(String(place + 1));
  }
  return sql`${lateral(term.embed)}.${orderColumn(at)}`;
}

/** The grouping expressions that a node's order needs from embeds spread into it. */
function groupedOrder(node: ReadNode): readonly Sql[] {
  return node.order.flatMap(({ embed, field }, at) => {
    if (embed === null) return [];
    const { spread, node: below } = node.embeds[embed] ?? {};
    const isShown = below?.outputs.some(
      (one) => one.kind === "column" && one.aggregate === null && isDeepStrictEqual(one.field, field),
    );
    return spread === true && isShown === true ? [sql`${lateral(embed)}.${orderColumn(at)}`] : [];
  });
}

function isSame(a: Sql, b: Sql): boolean {
  return a.text === b.text && a.values.every((value, i) => value === b.values[i]);
}

function lateral(index: number): Sql {
  return ident(`~${index}`);
}

function orderColumn(at: number): Sql {
  return ident(`~order${at}`);
}
