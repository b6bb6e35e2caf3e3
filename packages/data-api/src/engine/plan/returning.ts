/** The columns of written rows that the rest of the statement needs. */
import type { Relation } from "../schema/schema-cache.ts";
import type { ReadNode, Returning } from "./plan-types.ts";

/**
 * Returns only columns that are shown, sorted by or joined on, so that the caller needs no right to read others.
 * @param key columns of the primary key, for `Location`
 */
export function returningOf(
  node: ReadNode | null,
  relation: Relation | null,
  key: readonly string[],
): Returning {
  if (node === null) return key.length === 0 ? { kind: "nothing" } : { kind: "columns", names: key };
  const names = new Set(key);
  // A computed relationship's function takes the whole row.
  const isWhole =
    node.outputs.some(({ kind }) => kind === "star") ||
    node.embeds.some(({ relationship }) => relationship.kind === "computed");
  if (isWhole) {
    if (relation === null) return { kind: "row" };
    for (const name of relation.columns.keys()) names.add(name);
  }
  for (const output of node.outputs) if (output.kind === "column") names.add(output.field.name);
  for (const { embed, field } of node.order) if (embed === null) names.add(field.name);
  for (const { relationship } of node.embeds) {
    if (relationship.kind === "computed") continue;
    const pairs = relationship.kind === "junction" ? relationship.columns1 : relationship.columns;
    for (const [column] of pairs) names.add(column);
  }
  return { kind: "columns", names: [...names] };
}
