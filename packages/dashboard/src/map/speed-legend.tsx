import { useDisplay } from "../preferences/display.tsx";
import { knots, type Quantity, type ShownUnits, spoken } from "../units/quantity.ts";
import { type TrackStep, topSpeed } from "./track-lines.ts";
import "./speed-legend.css";

interface SpeedLegendProps {
  readonly track: readonly TrackStep[];
  /** The quantity of the colours, in its unit. */
  readonly quantity?: (value: number, units: ShownUnits) => Quantity;
}

/** The legend of a track's colours. */
export function SpeedLegend({ track, quantity = knots }: SpeedLegendProps) {
  const display = useDisplay();
  return (
    <span className="speed-legend">
      <span>{spoken(quantity(0, display))}</span>
      <span className="speed-legend__ramp" aria-hidden="true" />
      <span>{spoken(quantity(topSpeed(track), display))}</span>
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
