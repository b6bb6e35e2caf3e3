import { pathOf, type Question } from "../question.ts";
import { numberOf, requiredRows, textOf } from "../row.ts";

/** Everything that was logged in a month (UTC), whatever part of it is on the page. */
export interface MonthTotal {
  /** `2026-07`. */
  readonly month: string;
  readonly logs: number | null;
  readonly distanceNm: number | null;
  readonly notRecordedNm: number | null;
}

function parse(body: unknown): readonly MonthTotal[] {
  return requiredRows(body, "months").map((row) => ({
    month: textOf(row.month) ?? "",
    logs: numberOf(row.logs),
    distanceNm: numberOf(row.distance),
    notRecordedNm: numberOf(row.not_recorded),
  }));
}

/** The totals of the months from one to another, both included. */
export function monthTotalsQuestion(first: string, last: string): Question<readonly MonthTotal[]> {
  return {
    path: pathOf("/logs_by_month_view", {
      select: "month,logs,distance,not_recorded",
      and: `(month.gte.${first},month.lte.${last})`,
    }),
    count: false,
    parse,
  };
}
