/** How the rows of an embed belong to a row of its parent. */
import { ident, join, type Sql, sql } from "../../db/sql.ts";
import type { EmbedNode, ReadNode } from "../plan/plan-types.ts";

/** The embed's relation, and the conditions that tie it to the parent's row. */
export function foreignSource(
  parent: ReadNode,
  embed: EmbedNode,
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
      return { from: sql`${name}(${row(parent)}) as ${ident(node.alias)}`, on: [] };
    }
  }
}

/**
 * The parent's whole row as its relation's row type. What a write or call gave may hold computed columns besides
 * those of the type.
 */
function row({ source, alias }: ReadNode): Sql {
  // With the star, so that it is not taken for a column of the relation's name.
  if (source.kind === "relation" || source.rowType === null) return sql`${ident(alias)}.*`;
  const { schema, name, columns } = source.rowType;
  return sql`row(${join(columns.map((column) => ident(alias, column)))})::${ident(schema, name)}`;
}

function pairs(columns: readonly (readonly [string, string])[], here: string, there: string): Sql[] {
  return columns.map(([own, other]) => sql`${ident(there, other)} = ${ident(here, own)}`);
}
