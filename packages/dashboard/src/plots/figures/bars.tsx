import "./bars.css";

/** One bar: how high it is, and the text shown when it is pointed at. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly words: string;
}

interface BarsProps {
  readonly bars: readonly Bar[];
  /** Every so many bars one has its label. */
  readonly labelEvery?: number;
}

/** Bars beside each other, the highest (the first of equals) in the colour of what matters. */
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
