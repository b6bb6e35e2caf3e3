/** Checks whether the patterns of a query are acceptable. */
import { badPattern, patternsNotOffered } from "../errors/limit-errors.ts";
import type { Condition, Operation, Query } from "./api-request.ts";
import { listProblem, patternProblem } from "./pattern.ts";

type Match = Extract<Operation, { kind: "quant" }>;

/** Whether a query uses `match` or `imatch`. */
export function hasPatterns({ conditions }: Query): boolean {
  return conditions.some(({ value }) => matchesOf(value).length > 0);
}

/**
 * Checks every pattern of a query.
 * @param isOffered whether the caller may use patterns at all
 * @throws ApiError 42501 without a token, 2201B if a pattern is refused
 */
export function checkPatterns({ conditions }: Query, isOffered: boolean): void {
  for (const { quantifier, value } of conditions.flatMap((one) => matchesOf(one.value))) {
    if (!isOffered) throw patternsNotOffered();
    const problem = quantifier === undefined ? patternProblem(value) : listProblem(value);
    if (problem !== null) throw badPattern(problem);
  }
}

function matchesOf(condition: Condition): readonly Match[] {
  if (condition.kind !== "filter") return condition.conditions.flatMap(matchesOf);
  const { operation } = condition.filter;
  if (operation.kind !== "quant") return NONE;
  return operation.operator === "match" || operation.operator === "imatch" ? [operation] : NONE;
}

const NONE: readonly Match[] = [];
