/** How much each point contributes to the shape of a line. */
import type { Interruptible } from "../time/slices.ts";
import type { Position } from "./distance.ts";
import { type EarthCentred, toEarthCentred } from "./earth-centred.ts";
import { distanceToSegment } from "./simplify.ts";

interface Stretch {
  readonly from: number;
  readonly to: number;
  /** A point matters no more than the one that its stretch was split at. */
  readonly atMostM: number;
}

/**
 * For each position, the tolerance in metres up to which Douglas–Peucker keeps it: the line of all positions above a
 * tolerance deviates by no more than that. Infinite for positions that must stay, 0 below `leastM`.
 * @param fixed indexes of positions that must stay, besides both ends
 */
export function* shapeOf(
  track: readonly Position[],
  fixed: Iterable<number>,
  leastM: number,
): Interruptible<Float64Array> {
  const places = track.map((place) => toEarthCentred(place.latitude, place.longitude));
  const metres = new Float64Array(track.length);
  const corners = [...new Set([0, ...fixed, Math.max(0, track.length - 1)])].sort((a, b) => a - b);
  for (const corner of corners) metres[corner] = Number.POSITIVE_INFINITY;
  const stretches: Stretch[] = corners.slice(1).map((to, i) => {
    return { from: corners[i] ?? 0, to, atMostM: Number.POSITIVE_INFINITY };
  });
  for (let stretch = stretches.pop(); stretch !== undefined; stretch = stretches.pop()) {
    const { from, to, atMostM } = stretch;
    const [at, off] = farthest(places, from, to);
    yield;
    if (off < leastM) continue;
    const shapeM = Math.min(off, atMostM);
    metres[at] = shapeM;
    stretches.push({ from, to: at, atMostM: shapeM }, { from: at, to, atMostM: shapeM });
  }
  return metres;
}

/** The place farthest from the straight line between two others, and its distance. */
function farthest(places: readonly EarthCentred[], from: number, to: number): readonly [number, number] {
  const [a, b] = [places[from], places[to]];
  let [at, worst] = [from, -1];
  if (a === undefined || b === undefined) return [at, worst];
  for (let i = from + 1; i < to; i++) {
    const place = places[i];
    const off = place === undefined ? 0 : distanceToSegment(place, a, b);
    if (off > worst) [at, worst] = [i, off];
  }
  return [at, worst];
}
