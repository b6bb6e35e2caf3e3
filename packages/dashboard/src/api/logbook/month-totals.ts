import { type Question, rowsQuestion } from "../question.ts";

/** Totals of a month (UTC), independent of paging. */
export interface MonthTotal {
  /** `2026-07`. */
  readonly month: string;
  readonly logs: number | null;
  readonly distanceNm: number | null;
  readonly notRecordedNm: number | null;
}

/** The totals of the months in a range, inclusive. */
export function monthTotalsQuestion(first: string, last: string): Question<readonly MonthTotal[]> {
  return rowsQuestion(
    "logs_by_month_view",
    {
      columns: ["month", "logs", "distance", "not_recorded"],
      where: { month: [`gte.${first}`, `lte.${last}`] },
    },
    (rows) =>
      rows.map((row) => ({
        month: row.text("month") ?? "",
        logs: row.number("logs"),
        distanceNm: row.number("distance"),
        notRecordedNm: row.number("not_recorded"),
      })),
  );
}
