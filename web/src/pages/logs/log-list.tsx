import { useMemo } from "react";
import type { LogLine } from "../../api/logs/logs.ts";
import { type MonthTotal, monthTotalsQuestion } from "../../api/logs/month-totals.ts";
import { useDisplay } from "../../preferences/display.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { formatMonthOf } from "../../units/instant.ts";
import { nauticalMiles, spoken } from "../../units/quantity.ts";
import { LogRow } from "./log-row.tsx";
import { monthsOf } from "./months.ts";

interface LogListProps {
  readonly logs: readonly LogLine[];
  /** Whether logs of these months may be missing because they do not match a search. */
  readonly searched: boolean;
}

/** A page of logs under their months. The heading of a month shows the totals of the whole month, beyond this page too. */
export function LogList({ logs, searched }: LogListProps) {
  const months = useMemo(() => monthsOf(logs), [logs]);
  const names = months.map(({ month }) => month).filter((month) => month !== "");
  const { value: totals } = useAnswer(monthTotalsQuestion(names.at(-1) ?? "", names[0] ?? ""), 60);
  return (
    <ul className="logs__list" aria-label="Logs">
      {months.flatMap(({ month, logs: ofMonth }) =>
        ofMonth.map((log, index) => (
          <LogRow key={log.id} log={log}>
            {index > 0 ? null : (
              <MonthHeading
                month={month}
                total={totals?.find((one) => one.month === month)}
                searched={searched}
              />
            )}
          </LogRow>
        )),
      )}
    </ul>
  );
}

interface MonthHeadingProps {
  readonly month: string;
  readonly total: MonthTotal | undefined;
  readonly searched: boolean;
}

function MonthHeading({ month, total, searched }: MonthHeadingProps) {
  const { clock } = useDisplay();
  const name = formatMonthOf(month);
  return (
    <h2 className="logs__month">
      <span>
        {name ?? "Without a date"}
        {name === null || clock === "utc" ? "" : " (UTC)"}
      </span>
      {total === undefined ? null : <span> {totalWords(total, searched)}</span>}
    </h2>
  );
}

function totalWords({ distanceNm, notRecordedNm, logs }: MonthTotal, searched: boolean): string {
  const whole = [spoken(nauticalMiles(distanceNm ?? 0))];
  if (notRecordedNm !== null) whole.push(`${spoken(nauticalMiles(notRecordedNm))} of it not recorded`);
  if (searched && logs !== null) whole.push(`in all ${logs} ${logs === 1 ? "log" : "logs"} of the month`);
  return whole.join(", ");
}
