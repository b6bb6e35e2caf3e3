/** The true wind at places along a track, few enough to be told apart. Pure. */
import type { TrackPoint } from "../../../api/logs/track.ts";

const ARROWS = 16;

interface Wind {
  readonly point: TrackPoint;
  readonly fromDegrees: number;
  readonly knots: number;
}

/** The wind at points that are about as far from each other; none if the boat does not know where it comes from. */
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
