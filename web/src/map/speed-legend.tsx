import { type TrackStep, topSpeed } from "./track-lines.ts";
import "./speed-legend.css";

/** What the colours of a track mean. */
export function SpeedLegend({ track }: { readonly track: readonly TrackStep[] }) {
  return (
    <span className="speed-legend">
      <span>0 kn</span>
      <span className="speed-legend__ramp" aria-hidden="true" />
      <span>{topSpeed(track)} kn</span>
    </span>
  );
}
