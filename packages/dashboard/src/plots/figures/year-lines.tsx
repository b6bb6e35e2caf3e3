import { useDisplay } from "../../preferences/display.tsx";
import { monthNames } from "../../units/calendar.ts";
import { scaleSteps } from "./scale-steps.ts";
import { shortFigure } from "./short-figure.ts";
import "./year-lines.css";

/** A year's cumulative amounts by month, up to the current month. */
export interface YearLine {
  readonly year: number;
  /** In the chart's unit. */
  readonly sums: readonly number[];
}

interface YearLinesProps {
  readonly lines: readonly YearLine[];
  /** The unit of all sums, such as `NM`. */
  readonly unit: string;
}

const [WIDTH, HEIGHT] = [600, 200];

/** Up to four years on top of each other, the newest strongest, on a scale; the legend has each year's sum. */
export function YearLines({ lines, unit }: YearLinesProps) {
  const display = useDisplay();
  const most = Math.max(...lines.flatMap(({ sums }) => sums), 1);
  const path = (sums: readonly number[]) =>
    ["M0 200", ...sums.map((sum, at) => `L${((at + 1) / 12) * WIDTH} ${HEIGHT - (sum / most) * 190}`)].join(
      "",
    );
  return (
    <div className="year-lines" aria-hidden="true">
      <p className="year-lines__unit">{unit}</p>
      <div className="year-lines__plot">
        <ul className="year-lines__scale">
          {scaleSteps(most)
            .slice(1)
            .map((step) => (
              <li key={step} style={{ bottom: `${(step / most) * 95}%` }}>
                <span>{shortFigure(step, display)}</span>
              </li>
            ))}
        </ul>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          focusable="false"
        >
          {lines.map(({ year, sums }, at) => (
            <path key={year} className={`year-lines__line year-lines__line--${at}`} d={path(sums)} />
          ))}
        </svg>
      </div>
      <div className="year-lines__months">
        {monthNames("short", display).map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ul className="year-lines__keys">
        {lines.map(({ year, sums }, at) => (
          <li key={year}>
            <svg aria-hidden="true" viewBox="0 0 28 8" width="28" height="8" focusable="false">
              <path className={`year-lines__line year-lines__line--${at}`} d="M0 4L28 4" />
            </svg>
            {year}
            <span className="year-lines__sum">
              {shortFigure(sums.at(-1) ?? 0, display)} {unit}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
