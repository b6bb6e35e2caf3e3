/**
 * Builds one SELECT for a read and all its embeds. To-one embeds are joins (which the planner flattens to outer joins);
 * to-many embeds are scalar subqueries, which PostgreSQL computes only for the rows left after ORDER BY and LIMIT.
 * Embeds that filter the parent (`!inner`, null tests) become EXISTS, a semi- or anti-join.
 */
import { isDeepStrictEqual } from "node:util";
import { empty, ident, join, raw, type Sql, sql } from "../../db/sql.ts";
import type { EmbedNode, PlanOrder, ReadNode } from "../plan/plan-types.ts";
import { boundedArray } from "./bounded-list.ts";
import { fieldSql, limitOffset, orderBy } from "./expression.ts";
import { conditions, exists, foreignSource, joinedColumns, matching, where } from "./join-query.ts";
import { type Flat, flatColumns, groupBy, groupedColumns, PLAIN, selectList } from "./select-list.ts";
import {
  arraysOf,
  listsColumn,
  outerColumns,
  ROWS,
  rowColumns,
  spreadColumns,
  spreadLists,
} from "./spread-lists.ts";

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
  return unsorted(node, flatColumns(node, embedValue), from, on, [joinedColumns(node)]);
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
  ordering: readonly OrderColumn[] = [],
): Sql {
  const columns = flatColumns(node, embedValue);
  const spreads = node.grouped ? [] : spreadLists(node);
  if (spreads.length > 0) {
    const rows = unsorted(node, columns, from, joined, [
      ...rowColumns(columns),
      ...listsColumns(node, spreads),
      ...ordering.map(({ value, name }) => sql`${value} as ${name}`),
    ]);
    // The lists of a spread are made once, for the rows that are left, so these must not be merged into the outer query.
    const { offset, limit } = node.range;
    const isMergeable = node.order.length === 0 && limit === null && offset <= 0;
    const fence = isMergeable ? raw(" offset 0") : empty;
    const passed = ordering.map(({ name }) => sql`${ROWS}.${name} as ${name}`);
    return sql`select ${join(shownIn(list(outerColumns(columns)), passed))} from (${rows}${fence}) as ${ROWS}`;
  }
  const more = ordering.map(({ value, name }) => sql`${value} as ${name}`);
  const grouping = node.grouped && list === selectList ? groupBy(columns, groupedOrder(node)) : empty;
  const shown = node.grouped && list === selectList ? groupedColumns(columns) : columns;
  return unsorted(node, columns, from, joined, shownIn(list(shown), more), grouping);
}

/** A select list, which may be empty, and further columns. */
function shownIn(list: Sql, more: readonly Sql[]): readonly Sql[] {
  return list.text === "" ? more : [list, ...more];
}

/** A column that only the parent's order needs. */
interface OrderColumn {
  readonly value: Sql;
  readonly name: Sql;
}

function unsorted(
  node: ReadNode,
  columns: readonly Flat[],
  from: Sql,
  joined: readonly Sql[],
  list: readonly Sql[],
  grouping: Sql = empty,
): Sql {
  const toMany = node.embeds
    .filter((embed) => embed.inner && !embed.toOne)
    .map((embed) => exists(node, embed));
  return join(
    [
      sql`select ${join(list)} from ${from}${joins(node)}`,
      where([...joined, ...toMany, ...conditions(node)]),
      grouping,
      orderBy(node.order, (term, at) => orderTerm(node, columns, term, at)),
      limitOffset(node.range),
    ],
    "",
  );
}

/** Lateral joins of the to-one embeds that are used. */
function joins(node: ReadNode): Sql {
  const laterals = node.embeds.map((embed, index) => {
    if (!embed.toOne) return empty;
    const terms = joinedTerms(node, index);
    if (embed.hidden && terms.length === 0 && !embed.inner) return empty;
    const kind = raw(embed.inner ? " join lateral " : " left join lateral ");
    return sql`${kind}(${toOne(node, embed, terms)}) as ${lateral(index)} on true`;
  });
  return join([...laterals, listsJoin(node)], "");
}

/** A term of a node's order, with its place there. */
interface JoinedTerm {
  readonly term: PlanOrder;
  readonly at: number;
}

/** The terms of a node's order whose values the join of an embed passes on. */
function joinedTerms(node: ReadNode, index: number): readonly JoinedTerm[] {
  const embed = node.embeds[index];
  if (embed === undefined || isComputedRow(embed)) return [];
  return node.order.flatMap((term, at) => (term.embed === index && !term.spread ? [{ term, at }] : []));
}

/** Whether an embed's object is computed of its row by aggregates, so that the row itself is not there. */
function isComputedRow({ node, spread }: EmbedNode): boolean {
  return node.grouped && !spread;
}

/** Joins the arrays of a grouped node's to-many spreads to its row, so that each grouping key needs only its place. */
function listsJoin(node: ReadNode): Sql {
  const spreads = node.grouped ? spreadLists(node) : [];
  if (spreads.length === 0) return empty;
  // An optimization fence: makes the arrays once for all keys.
  return sql` cross join lateral (select ${join(listsColumns(node, spreads))} offset 0) as ${ROWS}`;
}

function listsColumns(node: ReadNode, spreads: readonly number[]): readonly Sql[] {
  return spreads.map((index) => sql`${listsSql(node, index)} as ${listsColumn(index)}`);
}

function toOne(parent: ReadNode, embed: EmbedNode, terms: readonly JoinedTerm[]): Sql {
  const { from, on } = foreignSource(parent, embed);
  const { node } = embed;
  if (terms.length === 0) return select(node, from, on, embed.spread ? lifting : selectList);
  const ordering = terms.map(({ term, at }) => ({
    value: fieldSql(node.alias, term.field),
    name: orderColumn(at),
  }));
  if (embed.spread) return select(node, from, on, lifting, ordering);
  // Columns that only the order needs must not appear in the object.
  const object = (columns: readonly Flat[]): Sql =>
    sql`(select row_to_json(_.*) from (select ${selectList(columns)}) _) as json`;
  return select(node, from, on, object, ordering);
}

/** The columns of an embed in its parent's select list, with what to group by. */
function embedValue(parent: ReadNode, index: number): readonly Flat[] {
  const embed = parent.embeds[index];
  if (embed === undefined || embed.hidden) return [];
  if (embed.spread && !embed.toOne) {
    const columns = flatColumns(embed.node, embedValue);
    return spreadColumns(columns, index, parent);
  }
  if (embed.spread) {
    return flatColumns(embed.node, embedValue).map((flat, at) =>
      flat.kind === "star"
        ? { kind: "star", sql: sql`${lateral(index)}.*` }
        : {
            ...flat,
            sql: liftedValue(index, at + 1, flat.list !== null),
            group: flat.isJson ? sql`${liftedValue(index, at + 1, flat.list !== null)}::jsonb` : null,
            list: flat.list === null ? null : "lifted",
          },
    );
  }
  if (embed.toOne) {
    const ordered = joinedTerms(parent, index).length > 0;
    const value = ordered ? sql`${lateral(index)}.json` : sql`row_to_json(${lateral(index)}.*)`;
    const group = ordered ? sql`${value}::jsonb` : sql`${lateral(index)}.*`;
    return [{ ...PLAIN, name: embed.name, sql: value, group, isJson: true }];
  }
  const { from, on } = foreignSource(parent, embed);
  const rows = select(embed.node, from, on, selectList);
  // The list is a grouping key too, so it needs an equality operator.
  const kind = parent.grouped ? "jsonb" : "json";
  const list =
    embed.byteLimit === null
      ? sql`coalesce((select json_agg(_.*) from (${rows}) _), '[]')${raw(parent.grouped ? "::jsonb" : "")}`
      : boundedArray(rows, kind, embed.byteLimit);
  return [{ ...PLAIN, name: embed.name, sql: list, isJson: !parent.grouped }];
}

/** A column lifted from a to-one embed; a list is empty where there is no row. */
function liftedValue(index: number, column: number, isList: boolean): Sql {
  const value = sql`${lateral(index)}.${ident(String(column))}`;
  return isList ? sql`coalesce(${value}, '[]')` : value;
}

/** The arrays of a to-many spread for the parent's row, as one array, so that its rows are read once. */
function listsSql(parent: ReadNode, index: number): Sql {
  const embed = parent.embeds[index];
  if (embed === undefined) return raw("array[]::json[]");
  const { from, on } = foreignSource(parent, embed);
  const rows = select(embed.node, from, on, parent.grouped ? comparing : lifting);
  return arraysOf(flatColumns(embed.node, embedValue), rows, embed.byteLimit);
}

function lifting(columns: readonly Flat[]): Sql {
  return join(lifted(columns));
}

/** The same with values in the form in which a grouped parent compares them, so that their bytes are measured in it. */
function comparing(columns: readonly Flat[]): Sql {
  return lifting(
    columns.map((flat) => (flat.kind === "star" ? flat : { ...flat, sql: sql`to_jsonb(${flat.sql})` })),
  );
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
  if (term.spread) {
    const embed = node.embeds[term.embed];
    const flats = embed === undefined ? [] : flatColumns(embed.node, embedValue);
    const place = flats.findIndex((flat) => flat.kind === "value" && flat.name === term.field.name);
    return sql`${lateral(term.embed)}.${ident(String(place + 1))}`;
  }
  const embed = node.embeds[term.embed];
  if (embed !== undefined && isComputedRow(embed)) {
    return sql`(select ${fieldSql(embed.node.alias, term.field)} ${matching(node, embed)})`;
  }
  return sql`${lateral(term.embed)}.${orderColumn(at)}`;
}

/** The grouping expressions that a node's order needs from embeds spread into it. */
function groupedOrder(node: ReadNode): readonly Sql[] {
  return node.order.flatMap(({ embed, field, spread: isOutput }, at) => {
    if (embed === null || isOutput) return [];
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
