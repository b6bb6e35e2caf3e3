/** Joins the rows of an embed to a row of its parent. */
import { empty, ident, join, raw, type Sql, sql } from "../../db/sql.ts";
import type { EmbedNode, ReadNode } from "../plan/plan-types.ts";
import type { Relationship } from "../schema/schema-cache.ts";
import { conditionSql } from "./condition.ts";
import { limitOffset } from "./expression.ts";

/**
 * The embed's relation, and the join conditions with the parent's row.
 * @param whole the parent's row as its relation's row type, if the parent is not the relation itself
 */
export function foreignSource(
  parent: ReadNode,
  embed: EmbedNode,
  whole: Sql | null = null,
): { readonly from: Sql; readonly on: readonly Sql[] } {
  const { relationship, node } = embed;
  const foreign = sql`${ident(relationship.foreignSchema, relationship.foreignRelation)} as ${ident(node.alias)}`;
  switch (relationship.kind) {
    case "foreign-key":
      return { from: foreign, on: pairs(relationship.columns, parent.alias, node.alias) };
    case "junction": {
      const alias = `~${node.alias}`;
      const junction = sql`${ident(relationship.junctionSchema, relationship.junction)} as ${ident(alias)}`;
      return {
        from: sql`${foreign}, ${junction}`,
        on: [
          ...pairs(relationship.columns1, parent.alias, alias),
          ...pairs(relationship.columns2, alias, node.alias),
        ],
      };
    }
    case "computed": {
      const name = ident(relationship.functionSchema, relationship.functionName);
      return { from: sql`${name}(${whole ?? row(parent)}) as ${ident(node.alias)}`, on: [] };
    }
  }
}

/**
 * The parent's whole row as its relation's row type. The result of a write or call may contain computed columns besides
 * those of the type.
 */
function row({ source, alias }: ReadNode): Sql {
  // With the star, because the bare alias could be a column.
  if (source.kind === "relation" || source.rowType === null) return sql`${ident(alias)}.*`;
  const { schema, name, columns } = source.rowType;
  return sql`row(${join(columns.map((column) => ident(alias, column)))})::${ident(schema, name)}`;
}

/** The column in which {@link joinedColumns} passes on the whole row. */
const WHOLE_ROW = "~row";

/**
 * The join columns of a node's embeds, for a query that replaces the relation. No others: the caller may have no right
 * to them.
 */
export function joinedColumns({ source, alias, embeds }: ReadNode): Sql {
  const isComputed = embeds.some(({ relationship }) => relationship.kind === "computed");
  if (isComputed && source.kind === "result") return sql`${ident(alias)}.*`;
  const names = new Set(embeds.flatMap(({ relationship }) => ownColumns(relationship)));
  const columns = [...names].map((name) => ident(alias, name));
  if (isComputed && source.kind === "relation") {
    const type = ident(source.schema, source.name);
    columns.push(sql`cast(${ident(alias)}.* as ${type}) as ${ident(WHOLE_ROW)}`);
  }
  return columns.length === 0 ? raw("1") : join(columns);
}

/** The columns on the origin's side. */
function ownColumns(relationship: Relationship): readonly string[] {
  switch (relationship.kind) {
    case "foreign-key":
      return relationship.columns.map(([here]) => here);
    case "junction":
      return relationship.columns1.map(([here]) => here);
    case "computed":
      return [];
  }
}

/** The whole row that such a query passes on; null if its columns suffice. */
export function wholeRow({ source, alias }: ReadNode): Sql | null {
  return source.kind === "relation" ? ident(alias, WHOLE_ROW) : null;
}

function pairs(columns: readonly (readonly [string, string])[], here: string, there: string): Sql[] {
  return columns.map(([column, other]) => sql`${ident(there, other)} = ${ident(here, column)}`);
}

/** The conditions on the columns of a node and on its embeds. */
export function conditions(node: ReadNode): Sql[] {
  return node.conditions.map((condition) =>
    conditionSql(condition, node.alias, (index) => {
      const embed = node.embeds[index];
      return embed === undefined ? raw("false") : exists(node, embed);
    }),
  );
}

/** A where clause; none without conditions. */
export function where(all: readonly Sql[]): Sql {
  return all.length === 0 ? empty : sql` where ${join(all, " and ")}`;
}

/** Whether an embed has a row for the parent's row. */
export function exists(parent: ReadNode, embed: EmbedNode): Sql {
  return sql`exists (select 1 ${matching(parent, embed)})`;
}

/** The rows of an embed for the parent's row, from `from` on. */
export function matching(parent: ReadNode, embed: EmbedNode): Sql {
  const { from, on } = foreignSource(parent, embed);
  const { node } = embed;
  const inner = node.embeds.filter((one) => one.inner).map((one) => exists(node, one));
  const { offset, limit } = node.range;
  const range = limitOffset({ offset, limit: limit === 0 ? 0 : null });
  return sql`from ${from}${where([...on, ...inner, ...conditions(node)])}${range}`;
}
