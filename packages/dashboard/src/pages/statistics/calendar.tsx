import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import type { DayShare } from "../../api/statistics/statistics.ts";
import { DayMap } from "../../plots/figures/day-map.tsx";
import { ToldGraph } from "../../plots/figures/told-graph.tsx";
import { useDisplay } from "../../preferences/display.tsx";
import { formatDay, UTC } from "../../units/instant.ts";
import { nauticalMiles, spoken } from "../../units/quantity.ts";

interface CalendarProps {
  readonly days: readonly DayShare[];
  readonly year: number | null;
}

function dayWords(day: string): string {
  return formatDay(new Date(`${day}T00:00:00Z`), UTC);
}

/** The days of a year on which logs began, and how far each led. */
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
    dayWords(longest.day),
    spoken(nauticalMiles(longest.nm, display)),
  ];
  return (
    <ToldGraph
      title={t`Days of ${year}`}
      sentence={t`${number} sailing days in ${year}. Longest: ${day}, ${distance}.`}
      columns={[t`Day`, t`Logs`, t`Distance`]}
      rows={() =>
        days.map((share) => [
          dayWords(share.day),
          String(share.logs),
          spoken(nauticalMiles(share.nm, display)),
        ])
      }
    >
      <DayMap
        year={year}
        values={values}
        words={(shown, nm) => `${dayWords(shown)}: ${spoken(nauticalMiles(nm, display))}`}
      />
    </ToldGraph>
  );
}
