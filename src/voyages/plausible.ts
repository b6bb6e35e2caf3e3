/** Sorts out fixes that cannot be true. Flagged fixes stay in the record; they are only not counted. */
import { chordM } from "../geo/earth-centred.ts";
import { isMoving, isStill, type Point, speedKnots } from "./point.ts";
import type { DetectorSettings } from "./settings.ts";

/** What the sorting remembers: the last fix it believed and those that wait for another to confirm them. */
export interface Sieve {
  last: Point | null;
  held: Point[];
}

const MINUTE = 60_000;
/** Below this a fast step is ordinary noise between two fixes seconds apart, metres. */
const NOISE_M = 200;
/** A wrong receiver that agrees with itself for so long, and never goes back, was right. */
const JUMP_MINUTES = 15;
const JUMP_FIXES = 5;
const MOST_HELD = 40;
/** A jump to where the boat then stays or goes on slowly: longer than a boat at rest takes to send its next row. */
const UNLIKELY_MINUTES = 6;

/** A step that is possible but so much faster than the reported speed that another fix must confirm it. */
function suspect(a: Point, b: Point, settings: DetectorSettings): boolean {
  const reported = 2.5 * Math.max(a.sog ?? 0, b.sog ?? 0);
  return chordM(a, b) > NOISE_M && speedKnots(a, b) > Math.max(settings.suspectKnots, reported);
}

function impossible(a: Point, b: Point, settings: DetectorSettings): boolean {
  return chordM(a, b) > NOISE_M && speedKnots(a, b) > settings.maxKnots;
}

function afterSilence(last: Point | null, point: Point, settings: DetectorSettings): boolean {
  return last === null || point.t - last.t > settings.gapMinutes * MINUTE;
}

/**
 * Takes the next fix and gives those that are now believed, in order. A fix waits when it is the first after a
 * silence (nothing near it in time speaks for it) or when it took an unlikely speed to get there.
 */
export function sift(sieve: Sieve, point: Point, settings: DetectorSettings): Point[] {
  const believed: Point[] = [];
  let next: Point | null = point;
  // Each turn either believes a held fix, flags one, or stops; a fix is judged at most once against each of them.
  while (next !== null) {
    const q = sieve.held[0];
    if (q === undefined) {
      if (believable(sieve.last, next, settings)) believe(sieve, believed, next);
      else sieve.held.push(next);
      next = null;
    } else if (sieve.last === null || afterSilence(sieve.last, q, settings)) {
      next = afterProbation(sieve, believed, next, settings);
    } else {
      next = afterSuspicion(sieve, believed, sieve.last, next, settings);
    }
  }
  return believed;
}

function believe(sieve: Sieve, believed: Point[], point: Point): void {
  sieve.last = point;
  believed.push(point);
}

function believable(last: Point | null, point: Point, settings: DetectorSettings): boolean {
  if (last === null || afterSilence(last, point, settings)) return false;
  if (impossible(last, point, settings)) return false;
  const gentle = speedKnots(last, point) < settings.maxKnots / 2;
  return (gentle && turned(last, point)) || !suspect(last, point, settings);
}

/** A person or an instrument says that the boat has just left or arrived: the step need not wait. */
function turned(last: Point, point: Point): boolean {
  return isStill(last.status) ? isMoving(point.status) : isMoving(last.status) && isStill(point.status);
}

/** The first fixes after a silence: believed from the first one that its successor agrees with. */
function afterProbation(
  sieve: Sieve,
  believed: Point[],
  next: Point,
  settings: DetectorSettings,
): Point | null {
  for (let i = sieve.held.length - 1; i >= 0; i--) {
    const q = sieve.held[i];
    if (q === undefined) break;
    const strict = sieve.held.length < 3;
    if (strict ? suspect(q, next, settings) : impossible(q, next, settings)) continue;
    sieve.held = [];
    believe(sieve, believed, q);
    return next;
  }
  sieve.held.push(next);
  if (sieve.held.length > MOST_HELD) sieve.held.shift();
  return null;
}

/** Fixes that needed an unlikely speed: flagged when the boat is back, believed when it goes on from there. */
function afterSuspicion(
  sieve: Sieve,
  believed: Point[],
  last: Point,
  next: Point,
  settings: DetectorSettings,
): Point | null {
  const q = sieve.held[0];
  const newest = sieve.held.at(-1);
  if (q === undefined || newest === undefined) return next;
  // A way out and back again is a stray fix; a bend in a fast track is not.
  const detour = chordM(last, q) + chordM(newest, next) > 3 * chordM(last, next);
  if (detour && !impossible(last, next, settings)) {
    sieve.held = [];
    return next;
  }
  if (!impossible(last, q, settings) && !impossible(newest, next, settings)) {
    // Unlikely, but possible: believed when the boat goes on as fast, says that it left or arrived, or stays there.
    const goesOn = suspect(newest, next, settings) || turned(last, next);
    if (!goesOn && next.t - q.t < UNLIKELY_MINUTES * MINUTE) {
      sieve.held.push(next);
      return null;
    }
    for (const p of sieve.held) believe(sieve, believed, p);
    sieve.held = [];
    return next;
  }
  if (suspect(newest, next, settings)) sieve.held = [];
  sieve.held.push(next);
  const first = sieve.held[0] ?? next;
  if (sieve.held.length >= JUMP_FIXES && next.t - first.t >= JUMP_MINUTES * MINUTE) {
    for (const p of sieve.held) believe(sieve, believed, p);
    sieve.held = [];
  }
  return null;
}
