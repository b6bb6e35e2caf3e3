import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import type { OpenLog } from "../../api/boat/present.ts";
import type { FoundLog } from "../../api/logbook/find-logs.ts";
import { type MonthTotal, monthTotalsQuestion } from "../../api/logbook/month-totals.ts";
import { voyagesQuestion } from "../../api/logbook/voyages.ts";
import { miniaturesQuestion } from "../../api/tracks/lines.ts";
import { useDisplay, useDisplayChoices } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { formatMonthOf } from "../../units/instant.ts";
import { nauticalMiles, spoken } from "../../units/quantity.ts";
import { LogRow } from "./log-row.tsx";
import { monthsOf } from "./months.ts";
import { UnderWayRow } from "./under-way-row.tsx";

interface LogListProps {
  readonly logs: readonly FoundLog[];
  /** Whether they are in order of time, under months. */
  readonly byDate: boolean;
  /** The voyage under way, before all others; null if it is not on this page. */
  readonly underWay: OpenLog | null;
  /** Whether a filter may hide logs of these months. */
  readonly narrowed: boolean;
  /** Selected logs; null outside selection mode. */
  readonly selected: ReadonlyMap<number, FoundLog> | null;
  readonly onToggle: (log: FoundLog) => void;
}

/**
 * A page of logs; in order of time by month. A month's heading has the totals of the whole month, beyond this page.
 */
export function LogList({ logs, byDate, underWay, narrowed, selected, onToggle }: LogListProps) {
  const { t } = useLingui();
  const { zone } = useDisplayChoices().account;
  const months = useMemo(
    () => (byDate ? monthsOf(logs, zone ?? "UTC") : [{ month: null, logs }]),
    [byDate, logs, zone],
  );
  const names = months.flatMap(({ month }) => month || []);
  const { value: totals } = useAnswer(
    monthTotalsQuestion(names.at(-1) ?? "", names[0] ?? ""),
    60,
    names.length > 0,
  );
  const voyageIds = [...new Set(logs.flatMap(({ voyage }) => voyage ?? []))];
  const { value: voyages } = useAnswer(voyagesQuestion(voyageIds), 60);
  const { value: tracks } = useAnswer(miniaturesQuestion(logs.map(({ id }) => id)));
  return (
    <ul className="logs__list" aria-label={t`Logs`}>
      {underWay === null ? null : <UnderWayRow log={underWay} />}
      {months.flatMap(({ month, logs: ofMonth }) =>
        ofMonth.map((log, index) => (
          <LogRow
            key={log.id}
            log={log}
            isFirst={index === 0}
            withYear={month === null}
            track={tracks?.get(log.id)}
            voyage={log.voyage === null ? undefined : voyages?.get(log.voyage)}
            selected={selected === null ? null : selected.has(log.id)}
            onToggle={() => onToggle(log)}
          >
            {index > 0 || month === null ? null : (
              <MonthHeading
                month={month}
                total={totals?.find((one) => one.month === month)}
                narrowed={narrowed}
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
  readonly narrowed: boolean;
}

function MonthHeading({ month, total, narrowed }: MonthHeadingProps) {
  const display = useDisplay();
  const name = formatMonthOf(month, display);
  return (
    <h2 className="logs__month">
      <span>
        {name ?? <Trans>Without a date</Trans>}
        {name === null || display.clock === "utc" ? "" : " (UTC)"}
      </span>
      {total === undefined ? null : (
        <span>
          {" "}
          <MonthWords total={total} narrowed={narrowed} />
        </span>
      )}
    </h2>
  );
}

function MonthWords({ total, narrowed }: { readonly total: MonthTotal; readonly narrowed: boolean }) {
  const display = useDisplay();
  const words = (miles: number) => spoken(nauticalMiles(miles, display));
  const distance = words(total.distanceNm ?? 0);
  const notRecorded = total.notRecordedNm === null ? null : words(total.notRecordedNm);
  const { logs } = total;
  if (narrowed && logs !== null) {
    return notRecorded === null ? (
      <Plural
        value={logs}
        one={`${distance} in the one log of the month`}
        other={`${distance} in all # logs of the month`}
      />
    ) : (
      <Plural
        value={logs}
        one={`${distance} in the one log of the month, ${notRecorded} of it not recorded`}
        other={`${distance} in all # logs of the month, ${notRecorded} of it not recorded`}
      />
    );
  }
  return notRecorded === null ? (
    distance
  ) : (
    <Trans>
      {distance}, {notRecorded} of it not recorded
    </Trans>
  );
}
