/**
 * How the total of a read is found where the caller would be content with an estimate.
 *
 * PostgreSQL estimates rows from statistics of the whole table, and looks at the operators of a filter that cannot leak
 * (comparisons of numbers, times and text) before row security does. Its estimate for `latitude=gt.36` therefore counts
 * rows that the caller must not know of, and a bisection finds each of them. So the planner is asked about relations of
 * which everybody sees the same rows, and nothing else.
 */
import type { Preferences } from "../../request/api-request.ts";
import { qualified, type Relationship, type SchemaCache } from "../../schema/schema-cache.ts";
import type { Counting, ReadNode } from "../plan-types.ts";

/** Whose rows an estimate may be made of: those that the caller may see (`own`), or all (`planner`). */
export type CountEstimates = "own" | "planner";

/** The total that is asked for, in the way in which it may be found. */
export function countingOf(
  count: Preferences["count"],
  node: ReadNode,
  cache: SchemaCache,
  estimates: CountEstimates,
): Counting {
  if (count === undefined) return "none";
  if (count === "exact" || estimates === "planner") return count;
  return hidesRows(node, cache) ? "bounded" : count;
}

/** Whether a read touches a relation of which some callers see fewer rows than others. */
function hidesRows({ source, embeds }: ReadNode, cache: SchemaCache): boolean {
  if (source.kind === "relation" && isHiding(source.schema, source.name, cache)) return true;
  return embeds.some(
    ({ relationship, node }) => isHidingBetween(relationship, cache) || hidesRows(node, cache),
  );
}

/** Whether the way to an embedded relation leads over what may hide rows: a function, or a junction that does. */
function isHidingBetween(relationship: Relationship, cache: SchemaCache): boolean {
  switch (relationship.kind) {
    case "foreign-key":
      return false;
    case "junction":
      return isHiding(relationship.junctionSchema, relationship.junction, cache);
    case "computed":
      return true;
  }
}

/** A relation that the catalogue does not know, a partition for one, may hide rows. */
function isHiding(schema: string, name: string, cache: SchemaCache): boolean {
  return cache.relations.get(qualified(schema, name))?.hidesRows ?? true;
}
