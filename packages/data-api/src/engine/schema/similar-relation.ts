/** Finds the relation that a request for an unknown one may mean. */
import { closest } from "./fuzzy.ts";
import type { SchemaCache } from "./schema-cache.ts";

/** In a schema of more relations, the search would cost more than the hint is worth. */
const MOST_COMPARED = 500;

/**
 * The most similar relation of the schema; null if there is none, or too many to compare.
 * @param least how similar it must be, from 0 to 1
 */
export function similarRelation(
  { relations }: SchemaCache,
  schema: string,
  name: string,
  least: number,
): string | null {
  const names = [...relations.values()].filter((one) => one.schema === schema).map((one) => one.name);
  return names.length > MOST_COMPARED ? null : closest(name, names, least);
}
