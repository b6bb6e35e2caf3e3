import { useLingui } from "@lingui/react/macro";
import { KNOT } from "../../units/quantity.ts";
import { barbPath } from "../../units/wind-barb.ts";
import "./barb-legend.css";

/** One stroke each, in knots. */
const STROKES = [5, 10, 50] as const;

/** What the strokes of wind barbs mean. They count knots in every system of units. */
export function BarbLegend() {
  const { t, i18n } = useLingui();
  return (
    <span className="barb-legend">
      {t`Wind barbs`}
      {STROKES.map((knots) => (
        <span key={knots} className="barb-legend__stroke">
          <svg viewBox="-4 -32 18 34" width="13" height="24" aria-hidden="true" focusable="false">
            <path d={barbPath(knots, false)} />
          </svg>
          {`${knots} ${i18n._(KNOT)}`}
        </span>
      ))}
    </span>
  );
}
