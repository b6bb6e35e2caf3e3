/** Columns that are not in the catalogue: computed ones, which need the whole row. */
import type { PlanCondition, PlanField, ReadNode } from "./plan-types.ts";

/** Columns that a root node uses but its relation lacks. Empty if the relation itself is unknown. */
export function unknownColumns({ source, outputs, conditions, order }: ReadNode): readonly string[] {
  if (source.kind !== "result" || source.rowType === null) return [];
  const fields: PlanField[] = [];
  for (const output of outputs) if (output.kind === "column") fields.push(output.field);
  for (const term of order) if (term.embed === null) fields.push(term.field);
  for (const condition of conditions) fields.push(...fieldsOf(condition));
  return [...new Set(fields.filter(({ type }) => type === null).map(({ name }) => name))];
}

function fieldsOf(condition: PlanCondition): readonly PlanField[] {
  if (condition.kind === "compare") return [condition.field];
  return condition.kind === "embedded" ? [] : condition.conditions.flatMap(fieldsOf);
}
