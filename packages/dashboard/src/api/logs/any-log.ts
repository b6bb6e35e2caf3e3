import { type Question, rowsQuestion } from "../question.ts";

/** A user with this many logs needs no introduction. */
export const SOME_LOGS = 10;

/** How many logs there are, {@link SOME_LOGS} at most. */
export const anyLogQuestion = rowsQuestion(
  "logs_view",
  { columns: ["id"], limit: SOME_LOGS },
  (rows) => rows.length,
);

/** The finished logs except these; the response's total tells how many. */
export function otherLogsQuestion(except: readonly number[]): Question<boolean> {
  return rowsQuestion(
    "logs_view",
    {
      columns: ["id"],
      where: { id: except.length === 0 ? undefined : `not.in.(${except.join(",")})` },
      limit: 1,
      count: true,
    },
    (rows) => rows.length > 0,
  );
}
