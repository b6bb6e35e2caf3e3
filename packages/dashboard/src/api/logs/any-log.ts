import { rowsQuestion } from "../question.ts";

/** A user with this many logs needs no introduction. */
export const SOME_LOGS = 10;

/** How many logs there are, {@link SOME_LOGS} at most. */
export const anyLogQuestion = rowsQuestion(
  "logs_view",
  { columns: ["id"], limit: SOME_LOGS },
  (rows) => rows.length,
);
