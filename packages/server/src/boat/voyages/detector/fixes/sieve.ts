/** Flags impossible fixes. They stay in the record but are not counted. */
import { chordM } from "@wakelog/kit/geo/earth-centred.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import type { DetectorSettings } from "../thresholds.ts";
import {
  afterSilence,
  believe,
  CHAIN,
  drop,
  hold,
  inTrouble,
  isJump,
  isNear,
  isWhereItWas,
  type Sieve,
} from "./held.ts";
import { impossible, lags, repeats, suspect } from "./plausible.ts";
import { isMoving, isStill, type Point, speedKnots } from "./point.ts";

export { emptySieve, type Sieve } from "./held.ts";

/** More consecutive strays than this are more than flicker beside the held fixes. */
const MOST_STRAYS = 2;
/** How long a boat must stay near the end of an unlikely jump; longer than a boat at rest takes to send its next row. */
const UNLIKELY_MINUTES = 6;
/** It is then believed again after this many consecutive fixes that agree. */
const AGREEING = 5;
/** The same if they are faster than the speed that they report. */
const AGREEING_AGAINST_SPEED = 8;
/** A track is straight if it is at most this many times as long as its chord. */
const STRAIGHT = 1.3;

/**
 * The newest fixes that form a continuous track: each step is likely, or all are possible and the track is straight.
 * @returns null if there are too few
 */
function oneWay(points: readonly Point[], best: number, settings: DetectorSettings): readonly Point[] | null {
  const likely = points.slice(-AGREEING);
  if (likely.length === AGREEING && steps(likely).every(([a, b]) => !suspect(a, b, best, settings)))
    return likely;
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

/**
 * Takes the next fix and returns those now believed, in order. A distant fix waits for the next: leaving it shows as
 * much as reaching it whether it is a stray. It waits longer as the first fix after a silence (nothing close in time
 * confirms it), if reaching it took an unlikely speed, or if the vessel cannot have reached it. A repeated fix of a
 * frozen receiver is ignored.
 */
export function sift(sieve: Sieve, point: Point, settings: DetectorSettings): Point[] {
  const believed: Point[] = [];
  const jumped = isJump(sieve, sieve.held[0], settings);
  const newest = sieve.held.at(-1);
  const before = newest ?? sieve.last;
  const since = newest?.t ?? sieve.since;
  if (before !== null && !jumped && repeats(before, point, since, settings)) return believed;
  let next: Point | null = point;
  // Each turn believes or drops the held fixes, or stops; a fix is compared with each of them at most once.
  while (next !== null) {
    const q = sieve.held[0];
    const lagging = sieve.last !== null && lags(sieve.last, next, settings);
    const strayed = inTrouble(sieve) || (newest !== undefined && suspect(newest, next, sieve.best, settings));
    if (strayed && !lagging && isWhereItWas(sieve, next, settings)) {
      believe(sieve, believed, settings, next);
      next = null;
    } else if (q === undefined) {
      if (!inTrouble(sieve) && !lagging && isNear(sieve, next, settings))
        believe(sieve, believed, settings, next);
      else sieve.held.push(next);
      next = null;
    } else if (sieve.last !== null && isJump(sieve, q, settings)) {
      next = afterJump(sieve, believed, sieve.last, next, settings);
    } else if (sieve.last === null || afterSilence(sieve.last, q, settings) || inTrouble(sieve)) {
      next = afterProbation(sieve, believed, next, settings);
    } else if (believable(sieve, sieve.last, q, settings)) {
      next = afterStep(sieve, believed, sieve.last, next, settings);
    } else {
      next = afterSuspicion(sieve, believed, sieve.last, next, settings);
    }
  }
  return believed;
}

/** Held fixes that may be shown meanwhile: a first one, and distant ones that agree with each other. */
export function awaited(sieve: Sieve, settings: DetectorSettings): readonly Point[] {
  const { last, held } = sieve;
  const first = held[0];
  if (first === undefined) return [];
  if (last === null) return [first];
  if (impossible(last, first, settings)) return held.length >= CHAIN ? held : [];
  // With no later fix, a report alone does not distinguish a departure from a stray.
  if (held.length > 1 || sieve.flagged > 0) return [];
  return afterSilence(last, first, settings) || !suspect(last, first, sieve.best, settings) ? [first] : [];
}

/** Whether the step to a fix is an ordinary one. */
function believable(sieve: Sieve, last: Point, point: Point, settings: DetectorSettings): boolean {
  if (afterSilence(last, point, settings) || impossible(last, point, settings)) return false;
  const gentle = speedKnots(last, point) < 0.75 * settings.maxKnots;
  return (gentle && turned(last, point)) || !suspect(last, point, sieve.best, settings);
}

/** Whether the way out and back is so much longer than the direct one that the fix was a stray. */
function isDetour(last: Point, out: Point, newest: Point, next: Point): boolean {
  return chordM(last, out) + chordM(newest, next) > 3 * chordM(last, next);
}

/**
 * After an ordinary step to a fix: believed if the step from it is ordinary too. Otherwise this fix or the next is a
 * stray, as the boat's next position shows: back, or onward from one of the two.
 */
function afterStep(
  sieve: Sieve,
  believed: Point[],
  last: Point,
  next: Point,
  settings: DetectorSettings,
): Point | null {
  const [first, second] = sieve.held;
  if (first === undefined) return next;
  const likely = (a: Point, b: Point) => !impossible(a, b, settings) && !suspect(a, b, sieve.best, settings);
  if (second === undefined && likely(first, next)) {
    believe(sieve, believed, settings, first);
    return next;
  }
  if (likely(last, next) && isDetour(last, first, second ?? first, next)) {
    drop(sieve);
    return next;
  }
  if (second === undefined) {
    sieve.held.push(next);
    return null;
  }
  if (likely(last, second) && likely(second, next) && !likely(first, next)) sieve.flagged += 1;
  else believe(sieve, believed, settings, first);
  sieve.held = [second];
  return next;
}

/** The boat reports that it has just left or arrived, so the step need not wait. */
function turned(last: Point, point: Point): boolean {
  return isStill(last.status) ? isMoving(point.status) : isMoving(last.status) && isStill(point.status);
}

/**
 * The first fixes after a silence: two that agree are believed. If they disagree, or fixes were just flagged, more
 * consecutive ones must agree.
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
  const pair = !contested && !suspect(first, next, sieve.best, settings);
  const way = pair ? [first, next] : oneWay([...sieve.held, next], sieve.best, settings);
  const begin = way?.[0];
  if (way !== null && begin !== undefined) {
    const far = sieve.last !== null && impossible(sieve.last, begin, settings);
    if (!far) {
      believe(sieve, believed, settings, ...way.slice(0, -1));
      return next;
    }
    sieve.held = way.slice(0, -1);
  }
  hold(sieve, next, settings);
  return null;
}

/**
 * Fixes from an unreachable place. If the vessel is soon back, it was never there: the receiver was jammed, or
 * another receiver's fixes came in between. If it stays away, it was carried there.
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
  if (isDetour(last, first, newest, next) && !impossible(last, next, settings) && !(chained && late)) {
    drop(sieve);
    return next;
  }
  const fits =
    !impossible(newest, next, settings) && (chained || !suspect(newest, next, sieve.best, settings));
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
  sieve.bestBefore = sieve.best;
  believe(sieve, believed, settings, ...sieve.held);
  return fits ? null : next;
}

/** Fixes at an unlikely speed: flagged if the boat is back, believed if it goes on from there. */
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
  // An out-and-back step is a stray; a bend in a fast track is not.
  const isBack = isDetour(last, q, newest, next) && !impossible(last, next, settings);
  if (isBack || impossible(newest, next, settings)) {
    drop(sieve);
    return next;
  }
  // Unlikely but possible: believed if the boat reports leaving or arriving, stays there, or goes straight on.
  const stays = !suspect(newest, next, sieve.best, settings);
  const way = oneWay([last, ...sieve.held, next], sieve.best, settings);
  const goesOn = way !== null && way.length >= sieve.held.length + 1;
  if (goesOn || (stays && next.t - q.t >= UNLIKELY_MINUTES * MINUTE)) {
    believe(sieve, believed, settings, ...sieve.held);
    return next;
  }
  if (stays || sieve.held.length < AGREEING_AGAINST_SPEED) {
    hold(sieve, next, settings);
    return null;
  }
  drop(sieve);
  return next;
}
