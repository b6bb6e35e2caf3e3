import { ALL_LOGS, logTotalsQuestion } from "../../api/logbook/find-logs.ts";
import { daysOfYear, type LogsView, writeView, yearOfDays } from "../../features/log-filter/view.ts";
import { YearLinks } from "../../features/log-filter/year-links.tsx";
import { useDisplayChoices } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { addressWith } from "../../routing/address.ts";
import { LOGS_PATH } from "../../routing/paths.ts";
import { monthIn } from "../../units/instant.ts";

/** As many as a phone shows in two lines. */
const MOST = 10;

/** The newest years of the logbook, each a link to its logs; the chosen one leads back to all. */
export function LogYears({ view }: { readonly view: LogsView }) {
  const { zone } = useDisplayChoices().account;
  const { value } = useAnswer(logTotalsQuestion(ALL_LOGS), 60);
  const [first, last] = [value?.first ?? null, value?.last ?? null];
  if (first === null || last === null) return null;
  const yearOf = (instant: Date) => Number(monthIn(instant, zone ?? "UTC").slice(0, 4));
  const years = Array.from(
    { length: Math.min(MOST, yearOf(last) - yearOf(first) + 1) },
    (_, back) => yearOf(last) - back,
  );
  if (years.length < 2) return null;
  const addressOf = (year: number | null) => {
    const days = year === null ? { since: "", until: "" } : daysOfYear(year);
    return addressWith(LOGS_PATH, writeView({ ...view, page: 1, filter: { ...view.filter, ...days } }));
  };
  return <YearLinks years={years} chosen={yearOfDays(view.filter)} addressOf={addressOf} />;
}
