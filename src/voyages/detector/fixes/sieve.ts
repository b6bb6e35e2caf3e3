/** Flags fixes that cannot be true. They stay in the record but are not counted. */
import { chordM } from "../../../geo/earth-centred.ts";
import { MINUTE } from "../../../time/units.ts";
import type { DetectorSettings } from "../thresholds.ts";
import { isMoving, isStill, type Point, speedKnots } from "./point.ts";

/** The state of the sieve: the last believed fix, and those that wait for confirmation. */
export interface Sieve {
  last: Point | null;
  held: Point[];
  /** Number of fixes flagged since the last believed one. */
  flagged: number;
  /** Number of consecutive fixes that agree neither with the last nor with those held. */
  strays: number;
}

/** A sieve without held fixes. */
export function emptySieve(last: Point | null = null): Sieve {
  return { last, held: [], flagged: 0, strays: 0 };
}

/** Metres below which a fast step is ordinary noise between two fixes seconds apart. */
const NOISE_M = 200;
/** This many fixes far away that agree with each other are believed. */
const CHAIN = 3;
/** More consecutive strays than this are more than a flicker next to the held fixes. */
const MOST_STRAYS = 2;
/** About an hour of fixes, one every twenty seconds. */
const MOST_HELD = 200;
/** How long a boat must stay near the end of an unlikely jump; longer than a boat at rest takes to send its next row. */
const UNLIKELY_MINUTES = 6;
/** After this many flagged fixes the receiver is in trouble. */
const TROUBLE = 2;
/** It is then believed again after this many consecutive fixes that agree. */
const AGREEING = 5;
/** The same if they are faster than the speed that they report. */
const AGREEING_AGAINST_SPEED = 8;
/** A way is straight if it is at most this many times as long as its chord. */
const STRAIGHT = 1.3;

/** A step that is possible but so much faster than the reported speed that another fix must confirm it. */
function suspect(a: Point, b: Point, settings: DetectorSettings): boolean {
  const reported = 2.5 * Math.max(a.sog ?? 0, b.sog ?? 0);
  return chordM(a, b) > NOISE_M && speedKnots(a, b) > Math.max(settings.suspectKnots, reported);
}

/** Whether the vessel cannot have gone from one fix to the other. */
export function impossible(a: Point, b: Point, settings: DetectorSettings): boolean {
  return chordM(a, b) > NOISE_M && speedKnots(a, b) > settings.maxKnots;
}

/**
 * The newest fixes that form one continuous way: each step is likely, or all are possible and the way is straight.
 * @returns null if there are too few
 */
function oneWay(points: readonly Point[], settings: DetectorSettings): readonly Point[] | null {
  const likely = points.slice(-AGREEING);
  if (likely.length === AGREEING && steps(likely).every(([a, b]) => !suspect(a, b, settings))) return likely;
  const count = points.every(({ sog }) => sog === null) ? AGREEING : AGREEING_AGAINST_SPEED;
  const run = points.slice(-count);
  const [first, last] = [run[0], run.at(-1)];
  if (run.length < count || first === undefined || last === undefined) return null;
  if (steps(run).some(([a, b]) => impossible(a, b, settings))) return null;
  const way = steps(run).reduce((sum, [a, b]) => sum + chordM(a, b), 0);
  return way <= STRAIGHT * chordM(first, last) ? run : null;
}

function steps(points: readonly Point[]): (readonly [Point, Point])[] {
  return points.slice(1).map((b, i) => [points[i] ?? b, b]);
}

function afterSilence(last: Point | null, point: Point, settings: DetectorSettings): boolean {
  return last === null || point.t - last.t > settings.gapMinutes * MINUTE;
}

/**
 * Takes the next fix and returns those that are now believed, in order. A fix waits if it is the first after a silence
 * (no other fix close in time confirms it), if reaching it took an unlikely speed, or if the vessel cannot have reached
 * it at all.
 */
export function sift(sieve: Sieve, point: Point, settings: DetectorSettings): Point[] {
  const believed: Point[] = [];
  let next: Point | null = point;
  // Each turn believes or drops the held fixes, or stops; a fix is compared with each of them at most once.
  while (next !== null) {
    const q = sieve.held[0];
    if (inTrouble(sieve) && isWhereItWas(sieve.last, next, settings)) {
      believe(sieve, believed, next);
      next = null;
    } else if (q === undefined) {
      if (!inTrouble(sieve) && believable(sieve.last, next, settings)) believe(sieve, believed, next);
      else sieve.held.push(next);
      next = null;
    } else if (sieve.last !== null && impossible(sieve.last, q, settings)) {
      next = afterJump(sieve, believed, sieve.last, next, settings);
    } else if (sieve.last === null || afterSilence(sieve.last, q, settings) || inTrouble(sieve)) {
      next = afterProbation(sieve, believed, next, settings);
    } else {
      next = afterSuspicion(sieve, believed, sieve.last, next, settings);
    }
  }
  return believed;
}

/** Held fixes that may be shown in the meantime: a first one, and distant ones that agree with each other. */
export function awaited(sieve: Sieve, settings: DetectorSettings): readonly Point[] {
  const { last, held } = sieve;
  const first = held[0];
  if (first === undefined) return [];
  if (last === null) return [first];
  if (impossible(last, first, settings)) return held.length >= CHAIN ? held : [];
  return held.length === 1 && afterSilence(last, first, settings) ? [first] : [];
}

function believe(sieve: Sieve, believed: Point[], ...points: Point[]): void {
  for (const point of points) {
    sieve.last = point;
    believed.push(point);
  }
  sieve.held = [];
  sieve.flagged = 0;
  sieve.strays = 0;
}

/** Flags the held fixes. Those that agree come from another receiver; others mean that this receiver is in trouble. */
function drop(sieve: Sieve): void {
  if (sieve.held.length < CHAIN) sieve.flagged += sieve.held.length;
  sieve.held = [];
  sieve.strays = 0;
}

/** Whether the boat is where it was a moment ago, which is believed however much trouble there was. */
function isWhereItWas(last: Point | null, point: Point, settings: DetectorSettings): boolean {
  return last !== null && !afterSilence(last, point, settings) && chordM(last, point) <= NOISE_M / 2;
}

function inTrouble(sieve: Sieve): boolean {
  return sieve.flagged >= TROUBLE;
}

function believable(last: Point | null, point: Point, settings: DetectorSettings): boolean {
  if (last === null || afterSilence(last, point, settings)) return false;
  if (impossible(last, point, settings)) return false;
  const gentle = speedKnots(last, point) < 0.75 * settings.maxKnots;
  return (gentle && turned(last, point)) || !suspect(last, point, settings);
}

/** The boat reports that it has just left or arrived, so the step need not wait. */
function turned(last: Point, point: Point): boolean {
  return isStill(last.status) ? isMoving(point.status) : isMoving(last.status) && isStill(point.status);
}

/**
 * The first fixes after a silence: two that agree are believed. If the first two disagree, or fixes were flagged just
 * before, more consecutive ones must agree.
 */
function afterProbation(
  sieve: Sieve,
  believed: Point[],
  next: Point,
  settings: DetectorSettings,
): Point | null {
  const [first] = sieve.held;
  if (first === undefined) return next;
  const contested = inTrouble(sieve) || sieve.held.length > 1;
  const pair = !contested && !suspect(first, next, settings);
  const way = pair ? [first, next] : oneWay([...sieve.held, next], settings);
  const begin = way?.[0];
  if (way !== null && begin !== undefined) {
    const far = sieve.last !== null && impossible(sieve.last, begin, settings);
    if (!far) {
      believe(sieve, believed, ...way.slice(0, -1));
      return next;
    }
    sieve.held = way.slice(0, -1);
  }
  hold(sieve, next, settings);
  return null;
}

function hold(sieve: Sieve, point: Point, settings: DetectorSettings): void {
  const newest = sieve.held.at(-1);
  const dense = newest !== undefined && point.t - newest.t < settings.thinSeconds * 1000;
  if (dense && sieve.held.length >= CHAIN && newest.status === point.status) return;
  sieve.held.push(point);
  // The first one is kept because it dates the beginning.
  if (sieve.held.length > MOST_HELD) sieve.held.splice(1, 1);
}

/**
 * Fixes from a place that the vessel cannot have reached. If it is soon back, it was never there: its receiver was
 * jammed, or another receiver's fixes came in between. If it stays away, it was carried there.
 */
function afterJump(
  sieve: Sieve,
  believed: Point[],
  last: Point,
  next: Point,
  settings: DetectorSettings,
): Point | null {
  const { held } = sieve;
  const first = held[0] ?? next;
  const newest = held.at(-1) ?? next;
  const chained = held.length >= CHAIN;
  const late = next.t - first.t > settings.strayMinutes * MINUTE;
  const detour = chordM(last, first) + chordM(newest, next) > 3 * chordM(last, next);
  if (detour && !impossible(last, next, settings) && !(chained && late)) {
    drop(sieve);
    return next;
  }
  const fits = !impossible(newest, next, settings) && (chained || !suspect(newest, next, settings));
  if (fits) {
    hold(sieve, next, settings);
    sieve.strays = 0;
  } else if (!chained) {
    drop(sieve);
    return next;
  } else if (!late) {
    sieve.strays += 1;
    sieve.flagged += 1;
    if (sieve.strays <= MOST_STRAYS) return null;
    drop(sieve);
    return next;
  }
  if (!late || sieve.held.length < CHAIN) return null;
  believe(sieve, believed, ...sieve.held);
  return fits ? null : next;
}

/** Fixes that required an unlikely speed: flagged if the boat is back, believed if it goes on from there. */
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
  if ((detour && !impossible(last, next, settings)) || impossible(newest, next, settings)) {
    drop(sieve);
    return next;
  }
  // Unlikely but possible: believed if the boat reports leaving or arriving, stays there, or goes straight on.
  const stays = !suspect(newest, next, settings);
  const way = oneWay([last, ...sieve.held, next], settings);
  const goesOn = way !== null && way.length >= sieve.held.length + 1;
  if (turned(last, next) || goesOn || (stays && next.t - q.t >= UNLIKELY_MINUTES * MINUTE)) {
    believe(sieve, believed, ...sieve.held);
    return next;
  }
  if (stays || sieve.held.length < AGREEING_AGAINST_SPEED) {
    hold(sieve, next, settings);
    return null;
  }
  drop(sieve);
  return next;
}
