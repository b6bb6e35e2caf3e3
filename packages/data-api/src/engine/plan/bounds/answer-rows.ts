/**
 * Limits the rows of an answer, embedded ones included, and how often a relation may be embedded in itself. Rows
 * multiply along a path of embeds: 300 stays of one kind, embedded three times through it, make 27 million rows, which
 * PostgreSQL would assemble in memory.
 */
import { embeddedTooOften, tooManyEmbeds } from "../../errors/limit-errors.ts";
import type { PlanSettings } from "../plan-settings.ts";
import type { EmbedNode, ReadNode, StatementPlan } from "../plan-types.ts";

/**
 * Refuses too many embeds. PostgreSQL plans each as a join, and planning memory grows with the square of their number:
 * 300 of one name took gigabytes before PostgreSQL read a row or checked a right.
 * @throws ApiError 54001
 */
export function checkEmbeds(node: ReadNode, { embeds, embedRepeats }: PlanSettings): void {
  if (embeds !== null && embedsOf(node) > embeds) throw tooManyEmbeds(embeds);
  checkEmbedPaths(node, embedRepeats);
}

/** Number of embeds, on all levels. */
function embedsOf(root: ReadNode): number {
  return root.embeds.reduce((sum, { node }) => sum + 1 + embedsOf(node), 0);
}

/**
 * Checks every path of embeds from the root.
 * @param most how often a relation may occur on it; null: no limit
 * @throws ApiError 54001
 */
function checkEmbedPaths(node: ReadNode, most: number | null, above: readonly string[] = []): void {
  if (most === null) return;
  const name = relationOf(node);
  const path = name === null ? above : [...above, name];
  if (name !== null && path.filter((one) => one === name).length > most) {
    throw embeddedTooOften(name.slice(name.indexOf("\u0000") + 1), most);
  }
  for (const embed of node.embeds) checkEmbedPaths(embed.node, most, path);
}

/** The relation of the node's rows; null if there is none. */
function relationOf({ source }: ReadNode): string | null {
  const relation = source.kind === "relation" ? source : source.rowType;
  return relation === null ? null : `${relation.schema}\u0000${relation.name}`;
}

/** Rows in the answer per row of a node, without its lists: the row and its to-one embeds. */
export function rowsPerRow({ embeds }: ReadNode): number {
  return embeds.reduce(
    (rows, { toOne, hidden, node }) => rows + (toOne && !hidden ? rowsPerRow(node) : 0),
    1,
  );
}

/** The paths from a node to its nearest lists, directly or through to-one embeds. */
export function listsOf({ embeds }: ReadNode): readonly (readonly EmbedNode[])[] {
  return embeds.flatMap((embed) => {
    if (embed.hidden || embed.node.grouped) return [];
    if (!embed.toOne) return [[embed]];
    return listsOf(embed.node).map((path) => [embed, ...path]);
  });
}

/** The most rows that a node read `times` times can contribute, by the limits in the request. */
function mostRows(node: ReadNode, times: number): number {
  const below = listsOf(node).map((path) => {
    const list = path.at(-1)?.node;
    // Zero times infinity would be NaN.
    if (list === undefined || list.range.limit === 0) return 0;
    return mostRows(list, times * (list.range.limit ?? Number.POSITIVE_INFINITY));
  });
  return times === 0 ? 0 : below.reduce((sum, rows) => sum + rows, times * rowsPerRow(node));
}

/** Whether to count the rows before building the answer. */
export function mayExceed(plan: StatementPlan): boolean {
  const { node, rowLimit } = plan;
  if (node === null || rowLimit === null || node.grouped) return false;
  if (plan.kind !== "mutation") {
    // The root's own rows are cut one past the limit and counted later.
    return listsOf(node).length > 0 && mostRows(node, node.range.limit ?? rowLimit) > rowLimit;
  }
  const { write } = plan;
  const written =
    write.kind === "insert" ? write.rows.count : (write.limited?.range.limit ?? Number.POSITIVE_INFINITY);
  return mostRows(node, written) > rowLimit;
}
