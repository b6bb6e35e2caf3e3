/** Conditions and orders of one level. */
import { badEmbedFilter, notEmbedded, relatedOrderNotPossible } from "../errors/request-errors.ts";
import type { Rules } from "../release/facts.ts";
import type { Condition, Filter, OrderTerm } from "../request/api-request.ts";
import { type Column, qualified, type Relation, type SchemaCache } from "../schema/schema-cache.ts";
import { nameTarget, type TargetNames } from "./levels.ts";
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
  readonly targets: TargetNames;
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

function comparison(
  { field, negated, operation }: Filter,
  { relation, cache, targets }: Level,
): PlanCondition {
  const column = relation?.columns.get(field.name);
  return {
    kind: "compare",
    field: planField(relation, field),
    negated,
    operation,
    isDocument: operation.kind === "fts" && needsDocument(column, targets.release.rules),
    converter: field.path.length === 0 ? converter(cache, column, "from text") : null,
  };
}

/** Whether a search makes a document of a column. The types of computed columns are unknown: they stay as they are. */
function needsDocument(
  column: Column | undefined,
  { searchesAnyType }: Pick<Rules, "searchesAnyType">,
): boolean {
  if (column === undefined) return false;
  return searchesAnyType ? column.type !== "tsvector" : column.type === "json" || column.type === "jsonb";
}

/** @throws ApiError PGRST108, PGRST118 if the order names a resource that is not embedded or not to-one */
export function planOrder(term: OrderTerm, level: Level): PlanOrder {
  const rest = { direction: term.direction ?? null, nulls: term.nulls ?? null };
  const { relation } = term;
  if (relation === undefined) {
    return { field: planField(level.relation, term.field), embed: null, spread: false, ...rest };
  }
  const byName = level.embeds.findIndex((embed) => embed.name === relation);
  const index =
    byName >= 0 ? byName : level.embeds.findIndex((embed) => embed.relationship.foreignRelation === relation);
  const embed = level.embeds[index];
  if (embed === undefined) throw notEmbedded(relation);
  if (!embed.toOne) throw relatedOrderNotPossible(level.name, relation);
  if (byName < 0 && embed.aliased) nameTarget(relation, embed.name, level.targets);
  const { foreignSchema, foreignRelation } = embed.relationship;
  const foreign = level.cache.relations.get(qualified(foreignSchema, foreignRelation)) ?? null;
  const isColumn = foreign?.columns.has(term.field.name) === true;
  const spread = !isColumn && embed.spread && term.field.path.length === 0 && spreads(embed, term.field.name);
  return { field: planField(foreign, term.field), embed: index, spread, ...rest };
}

/** Whether a spread, or one within it, shows a value without an aggregate under this name. */
function spreads({ node }: EmbedNode, name: string): boolean {
  return node.outputs.some((output) => {
    if (output.kind === "column") return output.name === name && output.aggregate === null;
    const embed = output.kind === "embed" ? node.embeds[output.index] : undefined;
    return embed?.spread === true && embed.toOne && spreads(embed, name);
  });
}
