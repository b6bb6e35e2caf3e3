import { pathOf, type Question } from "../question.ts";
import { idOf, instantOf, requiredRows, textOf } from "../row.ts";

/** The log that is being written while the boat is under way. */
export interface ActiveLog {
  readonly id: number;
  readonly from: string | null;
  readonly started: Date | null;
}

function parse(body: unknown): ActiveLog | null {
  const row = requiredRows(body, "logs")[0];
  return row === undefined
    ? null
    : { id: idOf(row), from: textOf(row._from), started: instantOf(row._from_time) };
}

/** The open log, or null while the boat stays somewhere. */
export const activeLogQuestion: Question<ActiveLog | null> = {
  path: pathOf("/logbook", { select: "id,_from,_from_time", active: "is.true" }),
  count: false,
  parse,
};
