import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { LogFilter, LogSort } from "../../api/logbook/find-logs.ts";
import type { Statistics, Visited, YearShare } from "../../api/statistics/statistics.ts";
import { daysOfYear, logsAddress } from "../../features/log-filter/view.ts";
import { ToldGraph } from "../../plots/figures/told-graph.tsx";
import { YearLines } from "../../plots/figures/year-lines.tsx";
import { useDisplay } from "../../preferences/display.tsx";
import { Link } from "../../routing/link.tsx";
import { mooragePath } from "../../routing/paths.ts";
import { Figure, Figures } from "../../ui/figures/figures.tsx";
import { Card } from "../../ui/page/card.tsx";
import { monthNames } from "../../units/calendar.ts";
import { durationParts } from "../../units/duration.ts";
import { formatDay } from "../../units/instant.ts";
import {
  distanceOfNauticalMiles,
  distanceUnit,
  nauticalMiles,
  quantity,
  spoken,
} from "../../units/quantity.ts";
import { comparedSeason, seasonWords } from "./season-words.ts";

/** As many years as can be told apart. */
const COMPARED = 4;

interface LogsLinkProps {
  /** Null for all years. */
  readonly year: number | null;
  readonly filter?: Partial<LogFilter>;
  readonly sort?: LogSort;
}

/** Leads to the logs behind a figure. */
export function LogsLink({ year, filter = {}, sort = "date" }: LogsLinkProps): ReactNode {
  return (
    <p className="statistics__logs">
      <Link to={logsAddress({ ...filter, ...(year === null ? {} : daysOfYear(year)) }, sort)}>
        {year === null ? <Trans>All these logs</Trans> : <Trans>Logs of {year}</Trans>}
      </Link>
    </p>
  );
}

/** Cumulative distance by month, up to the month of the year's last log. */
function sumsOf({ months }: YearShare): readonly number[] {
  const last = months.findLastIndex((nm) => nm > 0);
  return months.slice(0, last + 1).map((_, at) => months.slice(0, at + 1).reduce((sum, nm) => sum + nm, 0));
}

interface SeasonProps {
  readonly statistics: Statistics;
  /** Null for all years: the newest is compared. */
  readonly year: number | null;
}

/** A season beside the ones before. */
export function Season({ statistics: { years, today }, year }: SeasonProps) {
  const display = useDisplay();
  const { t } = useLingui();
  const compared = comparedSeason(years, year, today);
  if (compared === null) return null;
  const lines = years
    .filter((one) => one.year <= compared.year)
    .slice(-COMPARED)
    .reverse()
    .map((share) => ({ year: share.year, sums: sumsOf(share) }));
  const miles = (nm: number | undefined) => (nm === undefined ? "" : spoken(nauticalMiles(nm, display)));
  return (
    <figure aria-label={t`Season`}>
      <ToldGraph
        title={t`Season`}
        sentence={seasonWords(compared, display)}
        columns={[t`By the end of`, ...lines.map((line) => String(line.year))]}
        rows={() =>
          monthNames("long", display).map((label, at) => [label, ...lines.map(({ sums }) => miles(sums[at]))])
        }
        below={<LogsLink year={compared.year} />}
      >
        <YearLines
          unit={distanceUnit(display)}
          lines={lines.map(({ year: one, sums }) => ({
            year: one,
            sums: sums.map((nm) => distanceOfNauticalMiles(nm, display)),
          }))}
        />
      </ToldGraph>
    </figure>
  );
}

/** First and last day, nights by kind of place, and what the engine did. */
export function SeasonFacts({ statistics, year }: SeasonProps) {
  const display = useDisplay();
  const { t } = useLingui();
  const { first, last, stays, engineSeconds, fuelLitres } = statistics;
  const kinds = [
    [2, t`Nights at anchor`],
    [3, t`Nights at a mooring buoy`],
    [4, t`Nights at a dock`],
    [1, t`Nights, type unknown`],
  ] as const;
  const day = (instant: Date) => ({ figure: formatDay(instant, display), unit: "" });
  return (
    <Card title={t`Days and nights`}>
      <div className="statistics__facts">
        <Figures label={t`Days and nights`}>
          {first === null ? null : <Figure label={t`First day`} quantity={day(first)} />}
          {last === null ? null : <Figure label={t`Last day`} quantity={day(last)} />}
          {kinds.map(([code, label]) => {
            const nights = stays.find((stay) => stay.code === code)?.nights ?? 0;
            return nights === 0 ? null : (
              <Figure key={code} label={label} quantity={quantity(nights, 0, "", display)} />
            );
          })}
          {engineSeconds === null ? null : (
            <Figure label={t`Engine hours`} quantity={durationParts(engineSeconds)} />
          )}
          {fuelLitres === null ? null : (
            <Figure label={t`Fuel`} quantity={quantity(fuelLitres, fuelLitres < 10 ? 1 : 0, "l", display)} />
          )}
        </Figures>
      </div>
      <LogsLink year={year} />
    </Card>
  );
}

/** The moorages most arrived at. */
export function Places({ places }: { readonly places: readonly Visited[] }) {
  const { t } = useLingui();
  if (places.length === 0) return null;
  return (
    <Card title={t`Most visited`}>
      <ol className="waters statistics__places">
        {places.map(({ id, name, visits }) => (
          <li key={id}>
            <Link to={mooragePath(id)}>{name ?? t`Moorage ${id}`}</Link>
            <span className="waters__logs">
              <Plural value={visits} one="# visit" other="# visits" />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
