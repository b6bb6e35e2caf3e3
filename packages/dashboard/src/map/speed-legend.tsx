import { useMemo } from "react";
import { useDisplay } from "../preferences/display.tsx";
import { knots, type Quantity, type ShownUnits, spoken } from "../units/quantity.ts";
import { colourScale, type TrackStep, type Unrecorded } from "./track-lines.ts";
import "./speed-legend.css";

interface SpeedLegendProps {
  readonly track: readonly TrackStep[];
  readonly unrecorded: readonly Unrecorded[];
  /** The quantity of the colours, in its unit. */
  readonly quantity?: (value: number, units: ShownUnits) => Quantity;
}

/** The legend of a track's colours, with the ends of their scale. */
export function SpeedLegend({ track, unrecorded, quantity = knots }: SpeedLegendProps) {
  const display = useDisplay();
  const scale = useMemo(() => colourScale(track, unrecorded), [track, unrecorded]);
  if (scale === null) return null;
  const [low, high] = [scale.low, scale.high].map((end) => spoken(quantity(end, display)));
  if (low === high)
    return (
      <span className="speed-legend">
        <span className="speed-legend__swatch speed-legend__swatch--middle" aria-hidden="true" />
        {low}
      </span>
    );
  return (
    <span className="speed-legend">
      <span>≤ {low}</span>
      <span className="speed-legend__ramp" aria-hidden="true" />
      <span>≥ {high}</span>
    </span>
  );
}

/** The legend of colours for kinds, by their share of the scale from 0 to 1. */
export function KindLegend({
  kinds,
}: {
  readonly kinds: readonly (readonly [share: number, words: string])[];
}) {
  return (
    <span className="speed-legend">
      {kinds.map(([share, words]) => (
        <span key={words} className="speed-legend__kind">
          <span
            className={`speed-legend__swatch speed-legend__swatch--${Math.round(share * 3)}`}
            aria-hidden="true"
          />
          {words}
        </span>
      ))}
    </span>
  );
}
