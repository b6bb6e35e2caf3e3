import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { YearShare } from "../../api/statistics/statistics.ts";
import { Bars } from "../../plots/figures/bars.tsx";
import { ToldGraph } from "../../plots/figures/told-graph.tsx";
import { YearLines } from "../../plots/figures/year-lines.tsx";
import { useDisplay } from "../../preferences/display.tsx";
import { monthNames } from "../../units/calendar.ts";
import { formatDuration } from "../../units/duration.ts";
import { distanceOfNauticalMiles, distanceUnit, nauticalMiles, spoken } from "../../units/quantity.ts";

/** As many years as can be told apart. */
const COMPARED = 4;

function useMiles(): (nm: number) => string {
  const display = useDisplay();
  return (nm) => spoken(nauticalMiles(nm, display));
}

/** Cumulative distance by month, up to the month of the year's last log. */
function sumsOf({ months }: YearShare): readonly number[] {
  const last = months.findLastIndex((nm) => nm > 0);
  return months.slice(0, last + 1).map((_, at) => months.slice(0, at + 1).reduce((sum, nm) => sum + nm, 0));
}

/** The newest years' distance by month. */
export function Comparison({ years }: { readonly years: readonly YearShare[] }) {
  const miles = useMiles();
  const display = useDisplay();
  const { t } = useLingui();
  const lines = years
    .slice(-COMPARED)
    .reverse()
    .map((share) => ({ year: share.year, sums: sumsOf(share) }));
  const [newest, before] = lines;
  if (newest === undefined) return null;
  const [year, distance] = [newest.year, miles(newest.sums.at(-1) ?? 0)];
  const month = newest.sums.length - 1;
  const then = miles(before === undefined ? 0 : (before.sums[month] ?? before.sums.at(-1) ?? 0));
  const other = before?.year ?? 0;
  const name = monthNames("long", display)[month] ?? "";
  return (
    <ToldGraph
      title={t`Years compared`}
      sentence={
        before === undefined
          ? t`By the end of ${name}, ${year} had come to ${distance}.`
          : t`By the end of ${name}, ${year} had come to ${distance}; at that time of ${other} it was ${then}.`
      }
      columns={[t`By the end of`, ...lines.map((line) => String(line.year))]}
      rows={() =>
        monthNames("long", display).map((label, at) => [
          label,
          ...lines.map(({ sums }) => (sums[at] === undefined ? "" : miles(sums[at] ?? 0))),
        ])
      }
    >
      <YearLines
        unit={distanceUnit(display)}
        lines={lines.map(({ year: one, sums }) => ({
          year: one,
          sums: sums.map((nm) => distanceOfNauticalMiles(nm, display)),
        }))}
      />
    </ToldGraph>
  );
}

/** Nautical miles by year. */
export function ByYear({ years }: { readonly years: readonly YearShare[] }) {
  const miles = useMiles();
  const display = useDisplay();
  const { t } = useLingui();
  const best = years.reduce((most, share) => (share.nm > most.nm ? share : most));
  const [year, distance, count] = [best.year, miles(best.nm), best.logs];
  return (
    <ToldGraph
      title={t`By year`}
      sentence={t`${plural(count, {
        one: `Most sailed: ${year}, ${distance} in # log.`,
        other: `Most sailed: ${year}, ${distance} in # logs.`,
      })}`}
      columns={[t`Year`, t`Logs`, t`Distance`, t`Time under way`]}
      rows={() =>
        years.map((share) => [
          String(share.year),
          String(share.logs),
          miles(share.nm),
          formatDuration(share.seconds),
        ])
      }
    >
      <Bars
        unit={distanceUnit(display)}
        labelEvery={Math.ceil(years.length / 12)}
        bars={years.map((share) => ({
          label: String(share.year),
          value: distanceOfNauticalMiles(share.nm, display),
          words: `${share.year}: ${miles(share.nm)}`,
        }))}
      />
    </ToldGraph>
  );
}
