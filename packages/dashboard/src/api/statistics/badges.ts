import { translated } from "../../server-messages/translated.ts";
import { rowsQuestion } from "../question.ts";

/** A badge that the account has earned. */
export interface Badge {
  readonly name: string;
  readonly description: string;
  readonly earned: Date | null;
  /** The log that earned it; null if earned ashore. */
  readonly log: number | null;
}

/** All badges, newest first. */
export const badgesQuestion = rowsQuestion(
  "badges_view",
  { columns: ["name", "description", "earned_at", "logbook_id"], order: "earned_at.desc" },
  (rows, speech): readonly Badge[] =>
    rows.map((row) => ({
      name: translated(row.text("name") ?? "", speech),
      description: translated(row.text("description") ?? "", speech),
      earned: row.instant("earned_at"),
      log: row.number("logbook_id"),
    })),
);
