/**
 * How the total of a read is found if the caller accepts an estimate.
 *
 * PostgreSQL estimates rows from statistics of the whole table, and applies leakproof operators of a filter (comparisons
 * of numbers, times and text) before row security. Its estimate for `latitude=gt.36` therefore counts rows that the
 * caller must not know about, and bisection would find each of them. So the planner's estimate is used only for
 * relations whose rows are the same for every caller.
 */
import type { Preferences } from "../../request/api-request.ts";
import { qualified, type Relationship, type SchemaCache } from "../../schema/schema-cache.ts";
import type { Counting, ReadNode } from "../plan-types.ts";

/** Which rows an estimate is based on: those that the caller may see (`own`), or all (`planner`). */
export type CountEstimates = "own" | "planner";

/** How to find the requested total. */
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

/** Whether a read involves a relation that hides rows from some callers. */
function hidesRows({ source, embeds }: ReadNode, cache: SchemaCache): boolean {
  if (source.kind === "relation" && isHiding(source.schema, source.name, cache)) return true;
  return embeds.some(
    ({ relationship, node }) => isHidingBetween(relationship, cache) || hidesRows(node, cache),
  );
}

/** Whether the path to an embed may hide rows: through a function, or a junction that hides rows. */
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

/** A relation that is not in the catalogue, such as a partition, may hide rows. */
function isHiding(schema: string, name: string, cache: SchemaCache): boolean {
  return cache.relations.get(qualified(schema, name))?.hidesRows ?? true;
}
