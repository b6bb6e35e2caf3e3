/** What can be said of a list of positions in order of time. */
import { distanceM, interpolate, type Position } from "./distance.ts";

/** Geodesic length of a track, metres; 0 for fewer than two positions. */
export function trackLengthM(track: readonly Position[]): number {
  let length = 0;
  let before: Position | undefined;
  for (const position of track) {
    if (before !== undefined) length += distanceM(before, position);
    before = position;
  }
  return length;
}

/** South-west and north-east corners. When `west` > `east` the box crosses the 180° meridian. */
export interface BoundingBox {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** The smallest box around a track, crossing 180° where that makes it narrower; null for an empty track. */
export function boundingBox(track: readonly Position[]): BoundingBox | null {
  const longitudes = track.map((p) => p.longitude).sort((a, b) => a - b);
  const first = longitudes[0];
  const last = longitudes.at(-1);
  if (first === undefined || last === undefined) return null;
  let south = 90;
  let north = -90;
  for (const { latitude } of track) {
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  // The box leaves out the widest stretch of longitudes that holds no position.
  let widest = first + 360 - last;
  let west = first;
  let east = last;
  let before = first;
  for (const longitude of longitudes) {
    if (longitude - before > widest) {
      widest = longitude - before;
      west = longitude;
      east = before;
    }
    before = longitude;
  }
  return { south, west, north, east };
}

/** A position with its time, milliseconds since 1970. */
export interface TimedPosition extends Position {
  readonly time: number;
}

/** Where the boat was at an instant between two fixes of a track in order of time; null outside of it. */
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
