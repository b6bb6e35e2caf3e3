import { translated } from "../../server-messages/translated.ts";
import { type Question, rowsQuestion } from "../question.ts";

const DECISIONS = ["keep", "join", "split", "delete"] as const;

/** A decision about a doubtful log. */
export type Decision = (typeof DECISIONS)[number];

/** A doubtful log that needs a decision. */
export interface Doubt {
  readonly reasons: string;
  readonly decisions: readonly Decision[];
  /** Where `split` would split it. */
  readonly splitAt: Date | null;
}

/** Why a log is doubtful; null if it is not, or the user has decided. */
export function doubtQuestion(id: number): Question<Doubt | null> {
  return rowsQuestion(
    "review_view",
    { columns: ["reasons", "decisions", "split_at"], where: { id: `eq.${id}`, kind: "eq.doubt" } },
    ([row], speech) => {
      if (row === undefined) return null;
      const offered = row.list("decisions");
      return {
        reasons: translated(row.text("reasons") ?? "", speech),
        decisions: DECISIONS.filter((decision) => offered.includes(decision)),
        splitAt: row.instant("split_at"),
      };
    },
  );
}
