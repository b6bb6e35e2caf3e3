/** What stands above the graphs of a track. Pure. */
import type { LogSegment } from "../../../api/logs/log-making.ts";
import type { TrackPoint } from "../../../api/logs/track.ts";
import type { BarbWind, Drive } from "../../../plots/strip.ts";

/** The true wind at each point of a track as a barb; undefined if its direction is never known. */
export function barbsOf(track: readonly TrackPoint[]): readonly (BarbWind | null)[] | undefined {
  const barbs = track.map(({ twsKnots, twdDegrees, latitude }) =>
    twsKnots === null || twdDegrees === null
      ? null
      : { knots: twsKnots, fromDegrees: twdDegrees, isSouthern: latitude < 0 },
  );
  return barbs.some((barb) => barb !== null) ? barbs : undefined;
}

/** How the boat moved after each point of a track; undefined if that is never known. */
export function bandOf(
  track: readonly TrackPoint[],
  segments: readonly LogSegment[],
): readonly (Drive | null)[] | undefined {
  const driven = segments.filter(({ kind }) => kind === "sailing" || kind === "motoring");
  const band = track.map(({ time }): Drive | null => {
    const kind = driven.find(({ from, to }) => from <= time && time < to)?.kind;
    return kind === "sailing" || kind === "motoring" ? kind : null;
  });
  return band.some((drive) => drive !== null) ? band : undefined;
}
