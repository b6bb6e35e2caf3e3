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
/** So many positions in a row that lie on alternate sides of their neighbours come from two receivers. */
const TURNS = 4;
/** So many positions on either side say how far apart the receivers are. */
const AROUND = 4;

/** The positions moved onto the filtered line, one for each, in the same order. Rows far apart stay where they are. */
export function* filteredTrack<T extends TimedPosition>(track: readonly T[]): Interruptible<T[]> {
  if (track.length < 3) return [...track];
  const measured = track.map((place) => toEarthCentred(place.latitude, place.longitude));
  const places = yield* oneReceiver(measured);
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

/** Where two receivers take turns, the middle between them. */
function* oneReceiver(places: readonly EarthCentred[]): Interruptible<EarthCentred[]> {
  const off = places.map((place, i): EarthCentred | null => {
    const [before, after] = [places[i - 1], places[i + 1]];
    return before === undefined || after === undefined ? null : minus(place, between(before, after, 0.5));
  });
  const moved = [...places];
  for (let from = 1; from < places.length - 1; ) {
    let to = from;
    while (alternate(off[to], off[to + 1])) to++;
    if (to - from + 1 >= TURNS) {
      for (let at = from; at <= to; at++) {
        const place = places[at];
        if (place !== undefined) moved[at] = minus(place, halfApart(off, at, from, to));
        yield;
      }
    }
    from = to + 1;
    yield;
  }
  return moved;
}

/**
 * How far a position is from the middle between two receivers, by those around it. Where the boat turns, positions are
 * off for another reason: the largest and least values do not count.
 */
function halfApart(
  off: readonly (EarthCentred | null)[],
  at: number,
  from: number,
  to: number,
): EarthCentred {
  const around: EarthCentred[] = [];
  for (let near = Math.max(from, at - AROUND); near <= Math.min(to, at + AROUND); near++) {
    const d = off[near];
    const sign = (near - at) % 2 === 0 ? 0.5 : -0.5;
    if (d != null) around.push({ x: d.x * sign, y: d.y * sign, z: d.z * sign });
  }
  const middle = (of: (d: EarthCentred) => number): number => {
    const sorted = around.map(of).sort((a, b) => a - b);
    const cut = Math.floor(sorted.length / 4);
    const kept = sorted.slice(cut, sorted.length - cut);
    return kept.reduce((sum, one) => sum + one, 0) / kept.length;
  };
  return { x: middle(({ x }) => x), y: middle(({ y }) => y), z: middle(({ z }) => z) };
}

function alternate(a: EarthCentred | null | undefined, b: EarthCentred | null | undefined): boolean {
  if (a == null || b == null) return false;
  const [first, second] = [length(a), length(b)];
  const isApart = (m: number) => m >= APART_LEAST_M && m <= APART_MOST_M;
  const along = a.x * b.x + a.y * b.y + a.z * b.z;
  return isApart(first) && isApart(second) && along < -0.5 * first * second;
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
