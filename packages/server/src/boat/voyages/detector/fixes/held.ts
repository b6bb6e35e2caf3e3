/** The sieve's state, and its operations. */
import { chordM } from "@wakelog/kit/geo/earth-centred.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import type { DetectorSettings } from "../thresholds.ts";
import { impossible, keptKnots, NOISE_M, SAME_M } from "./plausible.ts";
import type { Point } from "./point.ts";

/** The sieve's state: the last believed fix, and fixes held for confirmation. */
export interface Sieve {
  last: Point | null;
  /** The newest believed fix at another place, no farther than noise from the one before it. */
  former: Point | null;
  /** Whether the last one is near `former`. */
  near: boolean;
  /** Since when the position is unchanged. */
  since: number;
  held: Point[];
  /** Fixes flagged since the last believed one. */
  flagged: number;
  /** Consecutive fixes that agree neither with the last nor with those held. */
  strays: number;
  /** The best speed kept for three minutes, knots; and its value before the newest jump. */
  best: number;
  bestBefore: number;
  /** Some minutes of the newest believed fixes, to measure that speed. */
  trail: Point[];
}

/** A sieve without held fixes. */
export function emptySieve(last: Point | null = null, best = 0): Sieve {
  return {
    last,
    former: null,
    near: true,
    since: last?.t ?? 0,
    held: [],
    flagged: 0,
    strays: 0,
    best,
    bestBefore: best,
    trail: [],
  };
}

/** This many distant fixes that agree with each other are believed. */
export const CHAIN = 3;
/** About an hour of fixes, one every twenty seconds. */
const MOST_HELD = 200;
/** After this many flagged fixes the receiver is in trouble. */
const TROUBLE = 2;

/** Whether the last believed fix is too old to judge a fix by it alone. */
export function afterSilence(last: Point | null, point: Point, settings: DetectorSettings): boolean {
  return last === null || point.t - last.t > settings.gapMinutes * MINUTE;
}

/** Believes fixes, and forgets those held. */
export function believe(
  sieve: Sieve,
  believed: Point[],
  settings: DetectorSettings,
  ...points: Point[]
): void {
  for (const point of points) {
    const metres = sieve.last === null ? 0 : chordM(sieve.last, point);
    if (metres > NOISE_M && sieve.near) sieve.former = sieve.last;
    sieve.near = metres <= NOISE_M;
    if (sieve.last === null || metres > SAME_M) sieve.since = point.t;
    sieve.last = point;
    sieve.best = Math.max(sieve.best, keptKnots(sieve.trail, point, settings));
    believed.push(point);
  }
  sieve.held = [];
  sieve.flagged = 0;
  sieve.strays = 0;
}

/** Flags the held fixes. If they agree, they come from another receiver; otherwise this receiver is in trouble. */
export function drop(sieve: Sieve): void {
  if (sieve.held.length < CHAIN) sieve.flagged += sieve.held.length;
  sieve.held = [];
  sieve.strays = 0;
}

/** Whether the boat is where it was a moment ago, which is believed despite any trouble. */
export function isWhereItWas(sieve: Sieve, point: Point, settings: DetectorSettings): boolean {
  return isNear(sieve, point, settings, NOISE_M / 2);
}

/** Whether the vessel cannot have gone from the last believed fix to the first one held. */
export function isJump({ last }: Sieve, q: Point | undefined, settings: DetectorSettings): boolean {
  return last !== null && q !== undefined && impossible(last, q, settings);
}

/** Whether so many fixes were flagged that more than usual must agree. */
export function inTrouble(sieve: Sieve): boolean {
  return sieve.flagged >= TROUBLE;
}

/**
 * So near to a believed fix that it does not matter whether it is a stray; or back from the last one, if that was.
 */
export function isNear(
  { last, former }: Sieve,
  point: Point,
  settings: DetectorSettings,
  metres: number = NOISE_M,
): boolean {
  if (last === null || afterSilence(last, point, settings)) return false;
  const recent = former !== null && point.t - former.t <= 2 * settings.gapMinutes * MINUTE;
  return chordM(last, point) <= metres || (recent && chordM(former, point) <= metres);
}

/** Holds a fix until others confirm it; limited in number and in density. */
export function hold(sieve: Sieve, point: Point, settings: DetectorSettings): void {
  const newest = sieve.held.at(-1);
  const dense = newest !== undefined && point.t - newest.t < settings.thinSeconds * 1000;
  if (dense && sieve.held.length >= CHAIN && newest.status === point.status) return;
  sieve.held.push(point);
  // The first one is kept because it dates the beginning.
  if (sieve.held.length > MOST_HELD) sieve.held.splice(1, 1);
}
