import "./bars.css";

/** A bar's height, and its tooltip. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly words: string;
}

interface BarsProps {
  readonly bars: readonly Bar[];
  /** Label every nth bar. */
  readonly labelEvery?: number;
}

/** A bar chart; the first of the highest bars is highlighted. */
export function Bars({ bars, labelEvery = 1 }: BarsProps) {
  const most = Math.max(...bars.map(({ value }) => value), 0);
  const first = most === 0 ? -1 : bars.findIndex(({ value }) => value === most);
  return (
    <div className="bars" aria-hidden="true">
      {bars.map(({ label, value, words }, index) => (
        <div key={label} className="bars__bar" title={words}>
          <div className="bars__room">
            <div
              className={index === first ? "bars__fill bars__fill--most" : "bars__fill"}
              style={{ height: most === 0 ? 0 : `${(value / most) * 100}%` }}
            />
          </div>
          <span className="bars__label">{index % labelEvery === 0 ? label : ""}</span>
        </div>
      ))}
    </div>
  );
}
