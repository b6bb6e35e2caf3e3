/** Plans a relation to read, with its embeds, from `select=` and the clauses of each level. */
import { relationshipAmbiguous, relationshipNotFound } from "../errors/catalogue-errors.ts";
import { notImplemented, spreadNotToOne } from "../errors/request-errors.ts";
import type { Condition, RowRange, SelectItem } from "../request/api-request.ts";
import { findRelationship } from "../schema/find-relationship.ts";
import { qualified, type Relation, type SchemaCache } from "../schema/schema-cache.ts";
import { type Level, planCondition, planOrder } from "./conditions-and-orders.ts";
import {
  answerOrder,
  type Clauses,
  clausesPerEmbed,
  type EmbedItem,
  here,
  type TargetNames,
} from "./levels.ts";
import { planOutputs } from "./plan-outputs.ts";
import type { EmbedNode, ReadNode, Source } from "./plan-types.ts";

/** Shared by all levels of a request. */
export interface NodeContext extends TargetNames {
  readonly cache: SchemaCache;
  /** The schemas in which embedded relations are looked up: the first that has the relation. */
  readonly schemas: readonly string[];
  /** Null: levels are not capped. */
  readonly maxRows: number | null;
  readonly aggregates: boolean;
  /** Most bytes of an embedded list; null: no limit. */
  readonly byteLimit: number | null;
}

/** Leaves room for a unique suffix within PostgreSQL's 63 bytes. */
const LONGEST_ALIAS = 40;

/** Logic trees before filters: the order decides which of several wrong conditions PostgreSQL reports. */
function treesFirst(conditions: readonly Condition[]): readonly Condition[] {
  const isFilter = ({ kind }: Condition): boolean => kind === "filter";
  return [...conditions.filter((one) => !isFilter(one)), ...conditions.filter(isFilter)];
}

/** Plans the root level. `origin` is the relation that its relationships start from. */
export function planNode(
  context: NodeContext,
  source: Source,
  origin: { readonly schema: string; readonly name: string },
  items: readonly SelectItem[],
  clauses: Clauses,
): ReadNode {
  return level(context, source, origin, items, clauses, source.name, [], false);
}

function level(
  context: NodeContext,
  source: Source,
  origin: { readonly schema: string; readonly name: string },
  items: readonly SelectItem[],
  clauses: Clauses,
  alias: string,
  ancestors: readonly string[],
  spread: boolean,
): ReadNode {
  const { cache } = context;
  const relation = cache.relations.get(qualified(origin.schema, origin.name)) ?? null;
  const embedItems = items.filter((item): item is EmbedItem => item.kind === "embed");
  const shares = clausesPerEmbed(clauses, embedItems, context);
  const lineage = [...ancestors, alias];
  const embeds = answerOrder(clauses, embedItems, context).flatMap((place) => {
    const item = embedItems[place];
    const share = shares[place];
    return item === undefined || share === undefined
      ? []
      : [planEmbed(context, origin, item, share, lineage)];
  });
  const known: Level = { cache, name: origin.name, relation, embeds, targets: context };
  const grouped = items.some(isAggregate) || embeds.some((embed) => embed.spread && embed.node.grouped);
  const outputs = planOutputs(items, relation, cache, {
    aggregates: context.aggregates,
    expand:
      grouped ||
      spread ||
      embeds.some((embed) => embed.spread && !embed.toOne) ||
      (source.kind === "result" && source.narrowed),
  });
  return {
    kind: "read",
    source,
    alias,
    outputs,
    embeds,
    conditions: treesFirst(here(clauses.conditions)).map((condition) => planCondition(condition, known)),
    order: here(clauses.order).flatMap((terms) => terms.map((term) => planOrder(term, known))),
    range: capped(here(clauses.ranges)[0], context.maxRows),
    grouped,
  };
}

function planEmbed(
  context: NodeContext,
  origin: { readonly schema: string; readonly name: string },
  item: EmbedItem,
  clauses: Clauses,
  lineage: readonly string[],
): EmbedNode {
  const found = findRelationship(context.cache, {
    schemas: context.schemas,
    origin,
    target: item.relation,
    hint: item.hint,
  });
  if (found.kind === "none") throw relationshipNotFound(found);
  if (found.kind === "ambiguous") throw relationshipAmbiguous(found);
  const { relationship } = found;
  const { cardinality, foreignSchema: schema, foreignRelation: name } = relationship;
  const toOne = cardinality === "many-to-one" || cardinality === "one-to-one";
  const spreadsList = item.spread && !toOne;
  if (spreadsList && !context.release.rules.spreadsLists) throw spreadNotToOne(origin.name, item.relation);
  const node = level(
    context,
    { kind: "relation", schema, name },
    { schema, name },
    item.items,
    clauses,
    aliasOf(name, lineage),
    lineage,
    item.spread,
  );
  if (spreadsList && node.grouped) throw notImplemented(NO_AGGREGATES);
  return {
    kind: "embed",
    name: item.alias ?? item.relation,
    relationship,
    toOne,
    inner: item.join === "inner",
    aliased: item.alias !== undefined,
    spread: item.spread,
    hidden: isEmpty(item),
    byteLimit: context.byteLimit,
    node,
  };
}

const NO_AGGREGATES = "Aggregates are not implemented for one-to-many or many-to-many spreads.";

/** Whether an embed shows nothing: no items, or only empty embeds. */
function isEmpty({ items }: EmbedItem): boolean {
  return items.every((item) => item.kind === "embed" && isEmpty(item));
}

function isAggregate(item: SelectItem): boolean {
  return item.kind === "count" || (item.kind === "column" && item.aggregate !== undefined);
}

/** `child_1` for a child at the first level; longer if a level above already has that name. */
function aliasOf(name: string, lineage: readonly string[]): string {
  const start = Buffer.byteLength(name) <= LONGEST_ALIAS ? name : `${name.slice(0, LONGEST_ALIAS / 4)}~`;
  let alias = `${start}_${lineage.length}`;
  while (lineage.includes(alias)) alias += "_";
  return alias;
}

function capped(range: RowRange | undefined, most: number | null): RowRange {
  const { offset, limit } = range ?? { offset: 0, limit: null };
  if (most === null) return { offset, limit };
  return { offset, limit: limit === null ? most : Math.min(limit, most) };
}

/** The relation of this name in the catalogue; null if there is none. */
export function knownRelation(cache: SchemaCache, schema: string, name: string): Relation | null {
  return cache.relations.get(qualified(schema, name)) ?? null;
}
