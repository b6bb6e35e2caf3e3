import { useDisplay } from "../../preferences/display.tsx";
import { shortFigure } from "./short-figure.ts";
import "./bars.css";

/** A bar's height, and its tooltip. */
export interface Bar {
  readonly label: string;
  /** In the chart's unit. */
  readonly value: number;
  readonly words: string;
}

interface BarsProps {
  readonly bars: readonly Bar[];
  /** What is counted or measured, such as `NM`. */
  readonly unit: string;
  /** Label every nth bar, where bars stand side by side. */
  readonly labelEvery?: number;
}

/** Most bars whose values fit side by side on a phone, and most that fit on a wide screen without turning them. */
const [FEW, MANY] = [8, 24];

/**
 * A bar chart with the value of each bar; the first of the highest bars is highlighted. Bars stand side by side where
 * their values fit, otherwise below one another.
 */
export function Bars({ bars, unit, labelEvery = 1 }: BarsProps) {
  const display = useDisplay();
  const most = Math.max(...bars.map(({ value }) => value), 0);
  const first = most === 0 ? -1 : bars.findIndex(({ value }) => value === most);
  return (
    <div className="bars" aria-hidden="true">
      <p className="bars__unit">{unit}</p>
      <div
        className={`bars__all bars__all--${bars.length <= FEW ? "few" : bars.length <= MANY ? "many" : "most"}`}
      >
        {bars.map(({ label, value, words }, index) => (
          <div key={label} className="bars__bar" title={words}>
            <span className={index % labelEvery === 0 ? "bars__label" : "bars__label bars__label--between"}>
              {label}
            </span>
            <div className="bars__room">
              <div
                className={index === first ? "bars__fill bars__fill--most" : "bars__fill"}
                style={{ flexBasis: `calc((100% - var(--bars-value)) * ${most === 0 ? 0 : value / most})` }}
              />
              <span className={value === 0 ? "bars__value bars__value--none" : "bars__value"}>
                {shortFigure(value, display)}
              </span>
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
