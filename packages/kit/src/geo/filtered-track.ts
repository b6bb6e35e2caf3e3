/**
 * The line by which a log is drawn, measured and exported. GPS errors of some metres make the path from row to row
 * longer than the boat's: by 7 % with a row per second, by 3 % with two alternating receivers 30 m apart.
 */

import type { Interruptible } from "../time/slices.ts";
import type { Position } from "./distance.ts";
import { type EarthCentred, fromEarthCentred, toEarthCentred } from "./earth-centred.ts";
import { shapeOf } from "./shape.ts";
import type { TimedPosition } from "./track.ts";

/** A larger deviation from the straight line is a real bend; GPS noise is smaller. */
const BEND_M = 15;
/** Between bends, positions closer than this are mostly GPS noise. */
const STEP_M = 50;
/** Rows this far apart in time add little noise to the path between them. */
const DENSE_MS = 50_000;
/** Least and greatest distance between two receivers aboard that matters. */
const APART_LEAST_M = 4;
const APART_MOST_M = 60;
/** Consecutive jumps to and fro that indicate two receivers. */
const JUMPS = 5;
/** Jumps on either side used to estimate the receivers' distance. */
const AROUND = 4;
/** Steps on either side used to estimate the boat's course; fewer where she may be turning. */
const STEPS = 4;
const SPARSE_STEPS = 2;
const SPARSE_MS = 20_000;
const NOWHERE: EarthCentred = { x: 0, y: 0, z: 0 };

/** Moves each position onto the filtered line, in the same order. Rows far apart in time stay in place. */
export function* filteredTrack<T extends TimedPosition>(track: readonly T[]): Interruptible<T[]> {
  if (track.length < 3) return [...track];
  const measured = track.map((place) => toEarthCentred(place.latitude, place.longitude));
  const places = yield* mergeReceivers(track, measured);
  const kept = yield* vertices(track, places);
  const filtered: T[] = [];
  for (const [i, end] of kept.entries()) {
    const start = kept[i - 1];
    if (start !== undefined) {
      let share = 0;
      for (let at = start + 1; at < end; at++) {
        const [place, a, b] = [places[at], places[start], places[end]];
        const whole = track[at];
        if (place === undefined || a === undefined || b === undefined || whole === undefined) continue;
        // Noise must not lead back along the line.
        share = Math.max(share, shareAlong(place, a, b));
        filtered.push({ ...whole, ...degrees(between(a, b, share)) });
        yield;
      }
    }
    const [here, vertex, raw] = [track[end], places[end], measured[end]];
    if (here === undefined || vertex === undefined) continue;
    filtered.push(vertex === raw ? here : { ...here, ...degrees(vertex) });
  }
  return filtered;
}

/** A step off the boat's course: the row where it ends, and its offset. */
interface Jump {
  readonly at: number;
  readonly by: EarthCentred;
}

/**
 * Moves alternating positions of two receivers to the midpoint. In whatever order they alternate, positions jump off
 * the course and back by about the same distance, and follow it between jumps. Bends and noise rarely cause `JUMPS` in
 * a row.
 */
function* mergeReceivers(
  track: readonly TimedPosition[],
  places: readonly EarthCentred[],
): Interruptible<EarthCentred[]> {
  const moved = [...places];
  let [jumps, from]: [Jump[], number] = [[], 1];
  const settle = (to: number) => {
    if (jumps.length >= JUMPS) from = moveToMidpoint(moved, jumps, from, to);
    jumps = [];
  };
  for (let at = 1; at < places.length; at++) {
    yield;
    const by = deviation(track, places, at);
    if (jumps.length > 0) {
      const back = times(recentJump(jumps), -1);
      const share = dot(by, back) / dot(back, back);
      const off = length(minus(by, times(back, share < 0.5 ? 0 : 1)));
      const stays = off <= length(back) && share < 0.5;
      if (stays && timeBetween(track, at - 1, at) < SPARSE_MS) continue;
      // With sparse rows, only strict alternation distinguishes two receivers from a boat going to and fro.
      if (stays || off > length(back)) settle(at);
    }
    if (length(by) >= APART_LEAST_M && length(by) <= APART_MOST_M) jumps.push({ at, by });
    else settle(at);
  }
  settle(places.length - 1);
  return moved;
}

/** The mean of the latest jumps, in the direction of the last. */
function recentJump(jumps: readonly Jump[]): EarthCentred {
  const near = jumps.slice(-AROUND).reverse();
  const aligned = near.map(({ by }, n) => times(by, n % 2 === 0 ? 1 : -1));
  return times(aligned.reduce(plus, NOWHERE), 1 / near.length);
}

/** How far the step to a position leads off the boat's course before it, after it or around it, whichever fits best. */
function deviation(
  track: readonly TimedPosition[],
  places: readonly EarthCentred[],
  at: number,
): EarthCentred {
  const last = places.length - 1;
  const most = timeBetween(track, at - 1, at) < SPARSE_MS ? STEPS : SPARSE_STEPS;
  const spans = [
    [most, most],
    [2 * most, 0],
    [1, 2 * most - 1],
  ] as const;
  const offs = spans.map(([before, after]) => {
    const [start, end] = [Math.max(0, at - before), Math.min(last, at + after)];
    const share = timeBetween(track, at - 1, at) / timeBetween(track, start, end);
    return minus(wayBetween(places, at - 1, at), times(wayBetween(places, start, end), share));
  });
  return offs.reduce((least, off) => (length(off) < length(least) ? off : least));
}

/** Moves the positions of a series of jumps to the midpoint. @returns the index of the first position after them */
function moveToMidpoint(moved: EarthCentred[], jumps: readonly Jump[], from: number, to: number): number {
  const start = Math.max(from, (jumps[0]?.at ?? 0) - AROUND);
  const end = Math.min(to, (jumps.at(-1)?.at ?? 0) + AROUND);
  for (let at = start, next = 0; at < end; at++) {
    while (at >= (jumps[next]?.at ?? end)) next++;
    const first = Math.max(0, next - AROUND);
    const near = jumps
      .slice(first, next + AROUND)
      .map(({ by }, n) => times(by, (first + n - next) % 2 === 0 ? -1 : 1));
    const place = moved[at];
    if (place !== undefined) moved[at] = minus(place, times(near.reduce(plus), 0.5 / near.length));
  }
  return end;
}

/** The indexes of the line's vertices: its bends, and between them one about every fifty metres. */
function* vertices(
  track: readonly TimedPosition[],
  places: readonly EarthCentred[],
): Interruptible<number[]> {
  const shape = yield* shapeOf(places.map(degrees), [], BEND_M);
  const bends = [...shape.keys()].filter((at) => (shape[at] ?? 0) > 0);
  const kept: number[] = [];
  for (const [i, bend] of bends.entries()) {
    let last = bends[i - 1];
    for (let at = (last ?? bend) + 1; last !== undefined && at < bend; at++) {
      const isNear = apart(places, last, at) < STEP_M || apart(places, at, bend) < STEP_M;
      if (isNear && isDense(track, at)) continue;
      kept.push(at);
      last = at;
    }
    kept.push(bend);
    yield;
  }
  return kept;
}

/** Whether the neighbouring positions are both close in time. */
function isDense(track: readonly TimedPosition[], at: number): boolean {
  const time = track[at]?.time ?? 0;
  return time - (track[at - 1]?.time ?? time) < DENSE_MS && (track[at + 1]?.time ?? time) - time < DENSE_MS;
}

function apart(places: readonly EarthCentred[], i: number, j: number): number {
  const [a, b] = [places[i], places[j]];
  return a === undefined || b === undefined ? 0 : length(minus(b, a));
}

function shareAlong(p: EarthCentred, a: EarthCentred, b: EarthCentred): number {
  const [way, there] = [minus(b, a), minus(p, a)];
  const square = way.x ** 2 + way.y ** 2 + way.z ** 2;
  const along = there.x * way.x + there.y * way.y + there.z * way.z;
  return square === 0 ? 0 : Math.min(1, Math.max(0, along / square));
}

function timeBetween(track: readonly TimedPosition[], i: number, j: number): number {
  return Math.max(1, (track[j]?.time ?? 0) - (track[i]?.time ?? 0));
}

function wayBetween(places: readonly EarthCentred[], i: number, j: number): EarthCentred {
  const [a, b] = [places[i], places[j]];
  return a === undefined || b === undefined ? NOWHERE : minus(b, a);
}

function times(a: EarthCentred, share: number): EarthCentred {
  return { x: a.x * share, y: a.y * share, z: a.z * share };
}

function dot(a: EarthCentred, b: EarthCentred): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

function plus(a: EarthCentred, b: EarthCentred): EarthCentred {
  return { x: a.x + b.x, y: a.y + b.y, z: a.z + b.z };
}

function minus(a: EarthCentred, b: EarthCentred): EarthCentred {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z };
}

function between(a: EarthCentred, b: EarthCentred, share: number): EarthCentred {
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, z: a.z + (b.z - a.z) * share };
}

function length(a: EarthCentred): number {
  return Math.hypot(a.x, a.y, a.z);
}

function degrees(place: EarthCentred): Position {
  return fromEarthCentred(place);
}
