/** The available colourings of a track. */
import type { LogSegment } from "../../../api/logs/log-making.ts";
import { isMeasured, type TrackPoint } from "../../../api/logs/track.ts";
import type { TrackStep } from "../../../map/track-lines.ts";

export const COLOURINGS = ["speed", "wind", "depth", "drive"] as const;
export type Colouring = (typeof COLOURINGS)[number];

/** Colours of propulsion, as shares of the colour scale. */
export const DRIVE_SHARES = { sailing: 0, unknown: 2 / 3, motoring: 1 } as const;

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

function driveShare(time: Date, segments: readonly LogSegment[]): number {
  const kind = segments.find(({ from, to }) => from <= time && time < to)?.kind;
  if (kind === "sailing" || kind === "pause") return DRIVE_SHARES.sailing;
  return kind === "motoring" ? DRIVE_SHARES.motoring : DRIVE_SHARES.unknown;
}

/** The track with what colours each point. */
export function coloured(
  track: readonly TrackPoint[],
  segments: readonly LogSegment[],
  colouring: Colouring,
): readonly TrackStep[] {
  if (colouring === "speed") return track;
  if (colouring === "drive") {
    return track.map((point) => ({ ...point, share: driveShare(point.time, segments) }));
  }
  const name = colouring === "depth" ? "depthMetres" : windOf(track);
  return track.map((point) => ({ ...point, shade: point[name] }));
}
