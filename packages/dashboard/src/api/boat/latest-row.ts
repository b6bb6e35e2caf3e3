import { rowsQuestion } from "../question.ts";

/** The newest metric row: its time, and the speeds with columns of their own. */
export interface LatestRow {
  readonly time: Date | null;
  readonly sogKnots: number | null;
  readonly awsKnots: number | null;
}

/** The newest row; null if there is none. */
export const latestRowQuestion = rowsQuestion(
  "metrics",
  { columns: ["time", "speedoverground", "windspeedapparent"], order: "time.desc", limit: 1 },
  ([row]): LatestRow | null =>
    row === undefined
      ? null
      : {
          time: row.instant("time"),
          sogKnots: row.number("speedoverground"),
          awsKnots: row.number("windspeedapparent"),
        },
);
