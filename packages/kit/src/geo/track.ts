/** Length of a track, and positions along it. */
import { distanceM, interpolate, type Position } from "./distance.ts";

/** Geodesic length of a track in metres; 0 for fewer than two positions. */
export function trackLengthM(track: readonly Position[]): number {
  let length = 0;
  let before: Position | undefined;
  for (const position of track) {
    if (before !== undefined) length += distanceM(before, position);
    before = position;
  }
  return length;
}

/** A position with its time, in milliseconds since 1970. */
export interface TimedPosition extends Position {
  readonly time: number;
}

/** The boat's position at a time, interpolated between the fixes of a chronological track; null outside the track. */
export function positionAt(track: readonly TimedPosition[], time: number): Position | null {
  let before: TimedPosition | undefined;
  for (const here of track) {
    if (here.time === time) return here;
    if (here.time > time) {
      if (before === undefined) return null;
      return interpolate(before, here, (time - before.time) / (here.time - before.time));
    }
    before = here;
  }
  return null;
}
