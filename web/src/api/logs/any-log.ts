import { rowsQuestion } from "../question.ts";

/** Whether there is a log at all. */
export const anyLogQuestion = rowsQuestion(
  "logs_view",
  { columns: ["id"], limit: 1 },
  (rows) => rows.length > 0,
);
