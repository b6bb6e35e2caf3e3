/**
 * The one line along which a log is drawn, measured and exported. Receivers are some metres off, so the way from row to
 * row is longer than the boat's: by 7 % with a row each second, by 3 % with two receivers 30 m apart that take turns.
 */

import type { Interruptible } from "../time/slices.ts";
import type { Position } from "./distance.ts";
import { type EarthCentred, fromEarthCentred, toEarthCentred } from "./earth-centred.ts";
import { shapeOf } from "./shape.ts";
import type { TimedPosition } from "./track.ts";

/** A bend that leaves the straight way by more than this is the boat's own; noise of a receiver is less. */
const BEND_M = 15;
/** Between bends, positions closer than this say more about the receiver than about the boat. */
const STEP_M = 50;
/** Rows this far apart in time have little noise for the way between them. */
const DENSE_MS = 50_000;
/** Two receivers aboard are this far apart at least, where it matters, and at most. */
const APART_LEAST_M = 4;
const APART_MOST_M = 60;
/** So many jumps in a row there and back come from two receivers. */
const JUMPS = 5;
/** So many jumps on either side say how far apart the receivers are. */
const AROUND = 4;
/** Steps on either side of one that say where the boat goes: fewer where she may turn meanwhile. */
const STEPS = 4;
const SPARSE_STEPS = 2;
const SPARSE_MS = 20_000;
const NOWHERE: EarthCentred = { x: 0, y: 0, z: 0 };

/** The positions moved onto the filtered line, one for each, in the same order. Rows far apart stay where they are. */
export function* filteredTrack<T extends TimedPosition>(track: readonly T[]): Interruptible<T[]> {
  if (track.length < 3) return [...track];
  const measured = track.map((place) => toEarthCentred(place.latitude, place.longitude));
  const places = yield* oneReceiver(track, measured);
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

/** A step that leads off the boat's way: the row where it ends, and how far it leads. */
interface Jump {
  readonly at: number;
  readonly by: EarthCentred;
}

/**
 * Where two receivers take turns, the middle between them. In whatever order they do, the positions jump off the boat's
 * way and back again by about the same length, and keep to the way between two jumps. Bends and the noise of one receiver
 * seldom do so {@link JUMPS} times in a row.
 */
function* oneReceiver(
  track: readonly TimedPosition[],
  places: readonly EarthCentred[],
): Interruptible<EarthCentred[]> {
  const moved = [...places];
  let [jumps, from]: [Jump[], number] = [[], 1];
  const settle = (to: number) => {
    if (jumps.length >= JUMPS) from = toTheMiddle(moved, jumps, from, to);
    jumps = [];
  };
  for (let at = 1; at < places.length; at++) {
    yield;
    const by = offTheWay(track, places, at);
    if (jumps.length > 0) {
      const back = times(lately(jumps), -1);
      const share = dot(by, back) / dot(back, back);
      const off = length(minus(by, times(back, share < 0.5 ? 0 : 1)));
      const stays = off <= length(back) && share < 0.5;
      if (stays && timeBetween(track, at - 1, at) < SPARSE_MS) continue;
      // Where rows are rare, only strict turns tell two receivers from a boat that goes to and fro.
      if (stays || off > length(back)) settle(at);
    }
    if (length(by) >= APART_LEAST_M && length(by) <= APART_MOST_M) jumps.push({ at, by });
    else settle(at);
  }
  settle(places.length - 1);
  return moved;
}

/** The last jumps on average, as the last of them leads. */
function lately(jumps: readonly Jump[]): EarthCentred {
  const near = jumps.slice(-AROUND).reverse();
  const alike = near.map(({ by }, n) => times(by, n % 2 === 0 ? 1 : -1));
  return times(alike.reduce(plus, NOWHERE), 1 / near.length);
}

/** How far the step to a position leads off the boat's way around it, before it or after it, whichever fits best. */
function offTheWay(
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

/** Moves the positions of a row of jumps to the middle. @returns the first position after them */
function toTheMiddle(moved: EarthCentred[], jumps: readonly Jump[], from: number, to: number): number {
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

/** The indexes of the positions that make the line: its bends, and between them one each some fifty metres. */
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

/** Whether a position is soon after the one before it, and soon before the next. */
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
