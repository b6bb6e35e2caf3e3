import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import type { DayShare } from "../../api/statistics/statistics.ts";
import type { Speech } from "../../languages/speech.ts";
import { DayMap } from "../../plots/figures/day-map.tsx";
import { ToldGraph } from "../../plots/figures/told-graph.tsx";
import { useDisplay } from "../../preferences/display.tsx";
import { formatDay, inUtc } from "../../units/instant.ts";
import { nauticalMiles, spoken } from "../../units/quantity.ts";
import { LogsLink } from "./season.tsx";

interface CalendarProps {
  readonly days: readonly DayShare[];
  readonly year: number | null;
}

function dayWords(day: string, speech: Speech): string {
  return formatDay(new Date(`${day}T00:00:00Z`), inUtc(speech));
}

/** The sailing days of a year, with distances. */
export function Calendar({ days, year }: CalendarProps) {
  const display = useDisplay();
  const { t } = useLingui();
  const values = useMemo(() => new Map(days.map(({ day, nm }) => [day, nm])), [days]);
  const longest = days.reduce<DayShare | null>(
    (most, share) => (most === null || share.nm > most.nm ? share : most),
    null,
  );
  if (year === null || longest === null) return null;
  const [number, day, distance] = [
    days.length,
    dayWords(longest.day, display),
    spoken(nauticalMiles(longest.nm, display)),
  ];
  return (
    <ToldGraph
      title={t`Days of ${year}`}
      sentence={t`${number} sailing days in ${year}. Longest: ${day}, ${distance}.`}
      below={<LogsLink year={year} />}
      columns={[t`Day`, t`Logs`, t`Distance`]}
      rows={() =>
        days.map((share) => [
          dayWords(share.day, display),
          String(share.logs),
          spoken(nauticalMiles(share.nm, display)),
        ])
      }
    >
      <DayMap
        year={year}
        values={values}
        words={(shown, nm) => `${dayWords(shown, display)}: ${spoken(nauticalMiles(nm, display))}`}
      />
    </ToldGraph>
  );
}
