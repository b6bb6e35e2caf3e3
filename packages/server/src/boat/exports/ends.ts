/** The ends of an exported track: where and when the log began and ended. */
import { distanceM } from "@wakelog/kit/geo/distance.ts";
import type { TrackPoint } from "./model.ts";

/** An end of a log. */
export interface LogEnd {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  /** Degrees, WGS84. */
  readonly latitude: number;
  readonly longitude: number;
}

/** Below GPS accuracy, metres. */
const SAME_PLACE_M = 1;

/**
 * Adds the log's ends to its track, because a fix there may be missing. A track without points stays empty.
 * @param from null if the start is unknown
 * @param to null if the end is unknown or the log has not ended
 */
export function withEnds(
  track: readonly TrackPoint[],
  from: LogEnd | null,
  to: LogEnd | null,
): readonly TrackPoint[] {
  const [first, last] = [track.at(0), track.at(-1)];
  if (first === undefined || last === undefined) return track;
  const begins = from === null || isThere(first, from, (time) => time <= from.time);
  const ends = to === null || isThere(last, to, (time) => time >= to.time);
  const timed = track.map((point, at) => {
    const end = at === 0 ? from : at === track.length - 1 ? to : null;
    return point.time === null && end !== null && isThere(point, end, () => true)
      ? { ...point, time: end.time }
      : point;
  });
  return [...(begins ? [] : [unmeasured(from)]), ...timed, ...(ends ? [] : [unmeasured(to)])];
}

/** Whether a track reaches an end of the log in place and time. */
function isThere(point: TrackPoint, end: LogEnd, isInTime: (time: number) => boolean): boolean {
  return (point.time === null || isInTime(point.time)) && distanceM(point, end) <= SAME_PLACE_M;
}

function unmeasured({ time, latitude, longitude }: LogEnd): TrackPoint {
  return {
    time,
    latitude,
    longitude,
    sogKnots: null,
    cogDegrees: null,
    awsKnots: null,
    awaDegrees: null,
    status: null,
  };
}
