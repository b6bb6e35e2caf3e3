import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { BAND_KNOTS, BANDS, type Winds, windsQuestion } from "../../api/statistics/winds.ts";
import { Polar } from "../../plots/figures/polar.tsx";
import { ToldGraph } from "../../plots/figures/told-graph.tsx";
import { WindRose } from "../../plots/figures/wind-rose.tsx";
import { useDisplay } from "../../preferences/display.tsx";
import { useAnswer } from "../../queries/use-answer.ts";
import { Card } from "../../ui/page/card.tsx";
import { ProblemNotice } from "../../ui/page/notice.tsx";
import { Skeleton } from "../../ui/page/skeleton.tsx";
import { formatDuration } from "../../units/duration.ts";
import { knots, percent, quantity, speedOfKnots, speedUnit, spoken } from "../../units/quantity.ts";
import { LogsLink } from "./season.tsx";

/** Cells with less time are chance. */
const LEAST_SECONDS = 60;
const SECTOR_DEGREES = 22.5;

/** Wind rose and polar of a year, or of all years. */
export function WindFigures({ year }: { readonly year: number | null }) {
  const { value: winds, problem, refetch } = useAnswer(useMemo(() => windsQuestion(year), [year]));
  if (winds === undefined) {
    return problem === null ? (
      <Skeleton height="24rem" />
    ) : (
      <ProblemNotice problem={problem} onRetry={refetch} />
    );
  }
  return (
    <div className="statistics__pair">
      <Rose winds={winds} year={year} />
      <SailedPolar winds={winds} year={year} />
    </div>
  );
}

/** The strengths of wind, in the user's unit. */
function useBandNames(): readonly string[] {
  const display = useDisplay();
  const { t } = useLingui();
  const unit = speedUnit(display);
  const edge = (band: number) => quantity(speedOfKnots(band * BAND_KNOTS, display), 0, unit, display).figure;
  return Array.from({ length: BANDS }, (_, band) => {
    const [from, to] = [edge(band), edge(band + 1)];
    return band === BANDS - 1 ? t`${from} ${unit} and more` : t`${from} to ${to} ${unit}`;
  });
}

interface KeysProps {
  readonly bands: readonly number[];
  readonly tone: "band" | "stroke";
}

function Keys({ bands, tone }: KeysProps) {
  const names = useBandNames();
  return (
    <ul className="compass__keys">
      {bands.map((band) => (
        <li key={band}>
          <span className={`compass__key compass__${tone}-${band}`} />
          {names[band]}
        </li>
      ))}
    </ul>
  );
}

interface WindsProps {
  readonly winds: Winds;
  readonly year: number | null;
}

function Rose({ winds: { rose }, year }: WindsProps) {
  const display = useDisplay();
  const { t } = useLingui();
  const names = useBandNames();
  const whole = rose.reduce((sum, { seconds }) => sum + seconds, 0);
  if (whole === 0) {
    return (
      <figure aria-label={t`Wind rose`}>
        <Card title={t`Wind rose`}>
          <p>{t`No wind was measured under way.`}</p>
        </Card>
      </figure>
    );
  }
  const share = (part: number) => spoken(percent(part, display));
  const sums = Array.from({ length: 16 }, (_, sector) =>
    rose.filter((one) => one.sector === sector).reduce((sum, { seconds }) => sum + seconds, 0),
  );
  const most = sums.indexOf(Math.max(...sums));
  const bearing = (sector: number) => `${quantity(sector * SECTOR_DEGREES, sector % 2, "", display).figure}°`;
  const bands = [...new Set(rose.map(({ band }) => band))].sort((a, b) => a - b);
  const [from, part, time] = [bearing(most), share((sums[most] ?? 0) / whole), formatDuration(whole)];
  return (
    <figure aria-label={t`Wind rose`}>
      <ToldGraph
        title={t`Wind rose`}
        sentence={t`True wind under way, most often from ${from}: ${part} of ${time}.`}
        columns={[t`From`, t`Part of the time`, ...bands.map((band) => names[band] ?? "")]}
        rows={() =>
          sums.map((sum, sector) => [
            bearing(sector),
            share(sum / whole),
            ...bands.map((band) =>
              share((rose.find((one) => one.sector === sector && one.band === band)?.seconds ?? 0) / whole),
            ),
          ])
        }
        below={<LogsLink year={year} sort="wind" />}
      >
        <WindRose petals={rose} share={share} />
        <Keys bands={bands} tone="band" />
      </ToldGraph>
    </figure>
  );
}

function SailedPolar({ winds: { polar }, year }: WindsProps) {
  const display = useDisplay();
  const { t } = useLingui();
  const names = useBandNames();
  const cells = polar.filter(({ seconds }) => seconds >= LEAST_SECONDS);
  const [first, ...others] = cells;
  if (first === undefined) {
    return (
      <figure aria-label={t`Polar`}>
        <Card title={t`Polar`}>
          <p>{t`No wind was measured under sail.`}</p>
        </Card>
      </figure>
    );
  }
  const best = others.reduce((fastest, cell) => (cell.knots > fastest.knots ? cell : fastest), first);
  const bands = [...new Set(cells.map(({ band }) => band))].sort((a, b) => a - b);
  const angles = [...new Set(cells.map(({ angle }) => angle))].sort((a, b) => a - b);
  const [speed, angle, wind] = [spoken(knots(best.knots, display)), `${best.angle}°`, names[best.band] ?? ""];
  return (
    <figure aria-label={t`Polar`}>
      <ToldGraph
        title={t`Polar`}
        sentence={t`Fastest under sail: ${speed} on average at a wind angle of ${angle}. True wind: ${wind}.`}
        columns={[t`Wind angle`, ...bands.map((band) => names[band] ?? "")]}
        rows={() =>
          angles.map((one) => [
            `${one}°`,
            ...bands.map((band) => {
              const cell = cells.find((other) => other.angle === one && other.band === band);
              return cell === undefined ? "" : spoken(knots(cell.knots, display));
            }),
          ])
        }
        below={<LogsLink year={year} filter={{ way: "sail" }} sort="speed" />}
      >
        <Polar
          cells={cells.map((cell) => ({ ...cell, speed: speedOfKnots(cell.knots, display) }))}
          label={(value) => spoken(quantity(value, 0, speedUnit(display), display))}
        />
        <Keys bands={bands} tone="stroke" />
      </ToldGraph>
    </figure>
  );
}
