import { pathOf, type Question } from "../question.ts";
import { instantOf, requiredRows, textOf } from "../row.ts";

/** What a person can say of a doubtful log. */
export type Decision = "keep" | "join" | "split" | "delete";

/** What waits for a person's word about a log. */
export interface Doubt {
  readonly reasons: string;
  readonly decisions: readonly Decision[];
  /** At which instant `split` would split it. */
  readonly splitAt: Date | null;
}

const DECISIONS: readonly Decision[] = ["keep", "join", "split", "delete"];

function parseDoubt(body: unknown): Doubt | null {
  const row = requiredRows(body, "logs to decide about")[0];
  if (row === undefined) return null;
  const said = Array.isArray(row.decisions) ? row.decisions : [];
  return {
    reasons: textOf(row.reasons) ?? "",
    decisions: DECISIONS.filter((decision) => said.includes(decision)),
    splitAt: instantOf(row.split_at),
  };
}

/** Why a log is doubtful; null when it is not, or somebody has decided. */
export function doubtQuestion(id: number): Question<Doubt | null> {
  return {
    path: pathOf("/review_view", { id: `eq.${id}`, kind: "eq.doubt" }),
    count: false,
    parse: parseDoubt,
  };
}
