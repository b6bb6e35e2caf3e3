/** Columns in the catalogue: their types, and the functions that convert their domains. */
import type { Field } from "../request/api-request.ts";
import type { Column, DataRepresentation, Relation, SchemaCache } from "../schema/schema-cache.ts";
import type { Converter, PlanField } from "./plan-types.ts";

/** A column of a relation. Unknown ones are left to PostgreSQL, which also resolves computed columns. */
export function planField(relation: Relation | null, field: Field): PlanField {
  const column = relation?.columns.get(field.name);
  return {
    name: field.name,
    path: field.path,
    wrapped: column?.type !== "json" && column?.type !== "jsonb",
    type: column?.type ?? null,
  };
}

/** The function between a column's domain and the wire, if the database has one. */
export function converter(
  cache: SchemaCache,
  column: Column | undefined,
  direction: "to json" | "from json" | "from text",
): Converter | null {
  if (column === undefined || cache.representations.length === 0) return null;
  const domain = column.nominalType;
  const fits = (one: DataRepresentation): boolean => {
    if (direction === "to json") return one.from === domain && one.to === "json";
    return one.to === domain && one.from === (direction === "from json" ? "json" : "text");
  };
  const found = cache.representations.find(fits);
  return found === undefined ? null : { schema: found.functionSchema, name: found.functionName };
}
