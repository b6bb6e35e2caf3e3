/** Selects true wind along a track, sparse enough to be readable. Pure. */
import type { TrackPoint } from "../../../api/logs/track.ts";

const ARROWS = 16;

interface Wind {
  readonly point: TrackPoint;
  readonly fromDegrees: number;
  readonly knots: number;
}

/** The wind at roughly equal distances; empty without a wind direction. */
export function windAlong(track: readonly TrackPoint[]): readonly Wind[] {
  const whole = track.at(-1)?.milesNm ?? 0;
  let next = whole / ARROWS / 2;
  return track.flatMap((point) => {
    const { milesNm, twdDegrees, twsKnots } = point;
    if (milesNm === null || milesNm < next || twdDegrees === null || twsKnots === null) return [];
    next = milesNm + whole / ARROWS;
    return [{ point, fromDegrees: twdDegrees, knots: twsKnots }];
  });
}
