/** The available colourings of a track. */
import type { LogSegment } from "../../../api/logs/log-making.ts";
import { isMeasured, type TrackPoint } from "../../../api/logs/track.ts";
import type { TrackStep } from "../../../map/track-lines.ts";

export const COLOURINGS = ["speed", "wind", "depth", "drive"] as const;
export type Colouring = (typeof COLOURINGS)[number];

/** Colours of propulsion, as shades on a scale that ends at 3. */
export const DRIVE_SHADES = { sailing: 0, unknown: 2, motoring: 3 } as const;

/** The measured wind: true if available. */
export function windOf(track: readonly TrackPoint[]): "twsKnots" | "awsKnots" {
  return isMeasured(track, "twsKnots") ? "twsKnots" : "awsKnots";
}

/** The colourings for which this track has data. */
export function colouringsOf(
  track: readonly TrackPoint[],
  segments: readonly LogSegment[],
): readonly Colouring[] {
  const drives = segments.some(({ kind }) => kind === "sailing" || kind === "motoring");
  return COLOURINGS.filter((one) => {
    if (one === "speed") return isMeasured(track, "sogKnots");
    if (one === "drive") return drives;
    return isMeasured(track, one === "depth" ? "depthMetres" : windOf(track));
  });
}

function driveShade(time: Date, segments: readonly LogSegment[]): number {
  const kind = segments.find(({ from, to }) => from <= time && time < to)?.kind;
  if (kind === "sailing" || kind === "pause") return DRIVE_SHADES.sailing;
  return kind === "motoring" ? DRIVE_SHADES.motoring : DRIVE_SHADES.unknown;
}

/** The track with a shade per point. */
export function coloured(
  track: readonly TrackPoint[],
  segments: readonly LogSegment[],
  colouring: Colouring,
): readonly TrackStep[] {
  if (colouring === "speed") return track;
  if (colouring === "drive") {
    return track.map((point) => ({ ...point, shade: driveShade(point.time, segments) }));
  }
  const name = colouring === "depth" ? "depthMetres" : windOf(track);
  return track.map((point) => ({ ...point, shade: point[name] }));
}
