import { placeName } from "../../server-messages/translated.ts";
import { rowsQuestion } from "../question.ts";

/** The log of the voyage under way. */
export interface ActiveLog {
  readonly id: number;
  /** Null unless a user named it. */
  readonly name: string | null;
  readonly from: string | null;
  readonly started: Date | null;
}

/** The open log; null while the boat stays somewhere. */
export const activeLogQuestion = rowsQuestion(
  "logbook",
  { columns: ["id", "name", "_from", "_from_time"], where: { active: "is.true" } },
  ([row], speech): ActiveLog | null =>
    row === undefined
      ? null
      : {
          id: row.id("id"),
          name: row.text("name"),
          from: placeName(row.text("_from"), speech),
          started: row.instant("_from_time"),
        },
);
