/** Hand-drawn logs: the part of a drawn line that belongs to a time span. */
import { distanceM } from "@wakelog/kit/geo/distance.ts";
import { round } from "@wakelog/kit/geo/rounding.ts";
import { positionAt, type TimedPosition } from "@wakelog/kit/geo/track.ts";
import type { LinePart } from "./log-line.ts";
import type { Coordinate } from "./track.ts";

/** A user's line, sailed at constant speed. Times are milliseconds since 1970-01-01 UTC. */
export interface Drawing {
  readonly from: number;
  readonly to: number;
  /** At least two points. */
  readonly line: readonly Coordinate[];
  /** The length entered by the user, or else the line's. */
  readonly distanceNm: number;
}

/** The part of a drawing between two instants; the drawing itself if it lies between them. */
export function partOf(drawing: Drawing, from: number, to: number): Drawing {
  const since = Math.max(from, drawing.from);
  const until = Math.min(to, drawing.to);
  if (since === drawing.from && until === drawing.to) return drawing;
  const track = timedCorners(drawing);
  const between = track.filter(({ time }) => time > since && time < until);
  const places = [positionAt(track, since), ...between, positionAt(track, until)];
  const share = (until - since) / (drawing.to - drawing.from);
  return {
    from: since,
    to: until,
    line: places.flatMap((place) => (place === null ? [] : [[place.longitude, place.latitude] as const])),
    distanceNm: round(drawing.distanceNm * share, 4),
  };
}

/** The vessel's position on a drawing; null outside its time. */
export function drawnPosition(drawing: Drawing, at: number): { latitude: number; longitude: number } | null {
  const place = positionAt(timedCorners(drawing), at);
  return place === null ? null : { latitude: place.latitude, longitude: place.longitude };
}

/** The line's points with their times at constant speed. */
export function timedCorners({ from, to, line }: LinePart): TimedPosition[] {
  const [only, ...others] = line;
  // Most parts are a single fix.
  if (only !== undefined && others.length === 0) return [{ longitude: only[0], latitude: only[1], time: to }];
  const corners = line.map(([longitude, latitude]) => ({ latitude, longitude }));
  let passed = 0;
  const miles = corners.map((here, i) => {
    passed += distanceM(corners[i - 1] ?? here, here);
    return passed;
  });
  return corners.map((corner, i) => {
    const share = passed > 0 ? (miles[i] ?? 0) / passed : i / Math.max(1, corners.length - 1);
    return { ...corner, time: i === corners.length - 1 ? to : from + share * (to - from) };
  });
}
