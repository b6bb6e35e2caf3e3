/** Conditions and orders of one level. */
import { badEmbedFilter, notEmbedded, relatedOrderNotPossible } from "../errors/request-errors.ts";
import type { Rules } from "../release/release.ts";
import type { Condition, Filter, OrderTerm } from "../request/api-request.ts";
import { type Column, qualified, type Relation, type SchemaCache } from "../schema/schema-cache.ts";
import { converter, planField } from "./plan-field.ts";
import type { EmbedNode, PlanCondition, PlanOrder } from "./plan-types.ts";

/** What the names at a level refer to. */
export interface Level {
  readonly cache: SchemaCache;
  /** The name of the level's relation, for errors. */
  readonly name: string;
  /** Null if it is not in the catalogue. */
  readonly relation: Relation | null;
  readonly embeds: readonly EmbedNode[];
  readonly rules: Pick<Rules, "searchesAnyType">;
}

/** @throws ApiError PGRST120 if an embed is compared with anything but null */
export function planCondition(condition: Condition, level: Level): PlanCondition {
  if (condition.kind !== "filter") {
    return {
      kind: condition.kind,
      negated: condition.negated,
      conditions: condition.conditions.map((one) => planCondition(one, level)),
    };
  }
  const { filter } = condition;
  return embeddedCondition(filter, level) ?? comparison(filter, level);
}

function embeddedCondition({ field, negated, operation }: Filter, level: Level): PlanCondition | null {
  if (field.path.length > 0) return null;
  const index = level.embeds.findIndex((embed) => embed.name === field.name);
  const embed = level.embeds[index];
  if (embed === undefined) return null;
  if (operation.kind === "is" && (operation.value === "null" || operation.value === "not_null")) {
    return { kind: "embedded", index, exists: (operation.value === "null") === negated };
  }
  if (level.relation?.columns.has(field.name) === true) return null;
  throw badEmbedFilter(field.name);
}

function comparison({ field, negated, operation }: Filter, { relation, cache, rules }: Level): PlanCondition {
  const column = relation?.columns.get(field.name);
  return {
    kind: "compare",
    field: planField(relation, field),
    negated,
    operation,
    isDocument: operation.kind === "fts" && needsDocument(column, rules),
    converter: field.path.length === 0 ? converter(cache, column, "from text") : null,
  };
}

/** Whether a search makes a document of a column. The types of computed columns are unknown: they stay as they are. */
function needsDocument(column: Column | undefined, { searchesAnyType }: Level["rules"]): boolean {
  if (column === undefined) return false;
  return searchesAnyType ? column.type !== "tsvector" : column.type === "json" || column.type === "jsonb";
}

/** @throws ApiError PGRST108, PGRST118 if the order names a resource that is not embedded or not to-one */
export function planOrder(term: OrderTerm, level: Level): PlanOrder {
  const rest = { direction: term.direction ?? null, nulls: term.nulls ?? null };
  const { relation } = term;
  if (relation === undefined) {
    return { field: planField(level.relation, term.field), embed: null, ...rest };
  }
  const byName = level.embeds.findIndex((embed) => embed.name === relation);
  const index =
    byName >= 0 ? byName : level.embeds.findIndex((embed) => embed.relationship.foreignRelation === relation);
  const embed = level.embeds[index];
  if (embed === undefined) throw notEmbedded(relation);
  if (!embed.toOne) throw relatedOrderNotPossible(level.name, relation);
  const { foreignSchema, foreignRelation } = embed.relationship;
  const foreign = level.cache.relations.get(qualified(foreignSchema, foreignRelation)) ?? null;
  return { field: planField(foreign, term.field), embed: index, ...rest };
}
