/** Which columns of the rows written the rest of the statement needs. */
import type { Relation } from "../schema/schema-cache.ts";
import type { PlanField, ReadNode, Returning } from "./plan.ts";

/**
 * Only what is shown or joined by is asked for, so that a caller needs no right to read the rest.
 * @param key columns of the primary key, for `Location`
 */
export function returningOf(
  node: ReadNode | null,
  relation: Relation | null,
  key: readonly string[],
): Returning {
  if (node === null) return key.length === 0 ? { kind: "nothing" } : { kind: "columns", names: key };
  const names = new Set(key);
  for (const output of node.outputs) {
    if (output.kind === "star") {
      if (relation === null) return { kind: "row" };
      for (const name of relation.columns.keys()) names.add(name);
    } else if (output.kind === "column") names.add(fieldName(output.field));
  }
  for (const { relationship } of node.embeds) {
    // The function takes the whole row.
    if (relationship.kind === "computed") return { kind: "row" };
    const pairs = relationship.kind === "junction" ? relationship.columns1 : relationship.columns;
    for (const [own] of pairs) names.add(own);
  }
  return { kind: "columns", names: [...names] };
}

function fieldName(field: PlanField): string {
  return field.name;
}
