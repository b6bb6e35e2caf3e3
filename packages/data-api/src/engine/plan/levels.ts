/** A query's clauses per level of embedding, and their distribution to the levels. */
import { notEmbedded } from "../errors/request-errors.ts";
import type { Release } from "../release/facts.ts";
import {
  type At,
  type Condition,
  levelPath,
  type OrderTerm,
  type Query,
  type RowRange,
  type SelectItem,
} from "../request/api-request.ts";

/** Conditions, orders and ranges, each with its path relative to the current level. */
export interface Clauses {
  readonly conditions: readonly At<Condition>[];
  readonly order: readonly At<readonly OrderTerm[]>[];
  readonly ranges: readonly At<RowRange>[];
}

export type EmbedItem = Extract<SelectItem, { kind: "embed" }>;

/** All clauses of the query, relative to the root. */
export function clausesOf(query: Query): Clauses {
  return {
    conditions: query.conditions,
    order: query.order,
    ranges: [...query.ranges].map(([key, value]) => ({ path: levelPath(key), value })),
  };
}

/**
 * The clauses without the root's, which a write applies to itself and not to the rows it returns.
 * @param isSorted whether its order sorts those too
 */
export function belowRoot(clauses: Clauses, isSorted: boolean): Clauses {
  const below = ({ path }: At<unknown>): boolean => path.length > 0;
  return {
    conditions: clauses.conditions.filter(below),
    order: isSorted ? clauses.order : clauses.order.filter(below),
    ranges: clauses.ranges.filter(below),
  };
}

/** The values for the current level. */
export function here<T>(list: readonly At<T>[]): readonly T[] {
  return list.filter(({ path }) => path.length === 0).map(({ value }) => value);
}

/** Whether clauses may name aliased embeds by their relations. */
export interface TargetNames {
  readonly release: Pick<Release, "rules" | "errors" | "answers">;
  /** Receives the warnings for the answer. */
  readonly warnings: Set<string>;
}

/**
 * The index of the embed with this alias, or else relation; -1 if there is none.
 * @throws ApiError PGRST108 if it has an alias, and the release refuses its relation's name
 */
function placeOf(name: string, embeds: readonly EmbedItem[], targets: TargetNames): number {
  const byAlias = embeds.findIndex((embed) => embed.alias === name);
  if (byAlias >= 0) return byAlias;
  const byRelation = embeds.findIndex((embed) => embed.relation === name);
  const alias = embeds[byRelation]?.alias;
  if (alias === undefined) return byRelation;
  if (targets.release.rules.targetNames === "refused") {
    const unnamed = embeds.findIndex((embed) => embed.relation === name && embed.alias === undefined);
    if (unnamed >= 0) return unnamed;
  }
  nameTarget(name, alias, targets);
  return byRelation;
}

/** A clause names an aliased embed by its relation. @throws ApiError PGRST108 if the release refuses that */
export function nameTarget(relation: string, alias: string, { release, warnings }: TargetNames): void {
  const { targetNames } = release.rules;
  if (targetNames === "refused") throw release.errors.targetHasAlias(relation, alias);
  if (targetNames === "warned") warnings.add(release.answers.targetWarning(relation, alias));
}

/**
 * The indexes of the embeds in the order of the protocol's answers: those with a logic tree, a range, an order or a
 * filter first, in that order, then the others as selected.
 */
export function answerOrder(
  clauses: Clauses,
  embeds: readonly EmbedItem[],
  targets: TargetNames,
): readonly number[] {
  const isFilter = ({ value }: At<Condition>): boolean => value.kind === "filter";
  const mentions = [
    ...clauses.conditions.filter((one) => !isFilter(one)),
    ...clauses.ranges,
    ...clauses.order,
    ...clauses.conditions.filter(isFilter),
  ];
  const places = mentions.map(({ path: [first] }) =>
    first === undefined ? -1 : placeOf(first, embeds, targets),
  );
  return [...new Set([...places.filter((place) => place >= 0), ...embeds.keys()])];
}

/**
 * Distributes the clauses of deeper levels among the embeds of this one, by alias or else by name.
 * @throws ApiError PGRST108 if a clause names what is not embedded
 */
export function clausesPerEmbed(
  clauses: Clauses,
  embeds: readonly EmbedItem[],
  targets: TargetNames,
): readonly Clauses[] {
  const share = <T>(list: readonly At<T>[]): At<T>[][] => {
    const shares: At<T>[][] = embeds.map(() => []);
    for (const { path, value } of list) {
      const [first, ...rest] = path;
      if (first === undefined) continue;
      const share = shares[placeOf(first, embeds, targets)];
      if (share === undefined) throw notEmbedded(first);
      share.push({ path: rest, value });
    }
    return shares;
  };
  const conditions = share(clauses.conditions);
  const order = share(clauses.order);
  const ranges = share(clauses.ranges);
  return embeds.map((_, i) => ({
    conditions: conditions[i] ?? [],
    order: order[i] ?? [],
    ranges: ranges[i] ?? [],
  }));
}
