/** Away from the disc: follows the leg, and detects when it ends, pauses, or proves to be none. */
import { arcM, chordM } from "@wakelog/kit/geo/earth-centred.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { enclosingDisc } from "./fixes/disc.ts";
import { isStill, type Point, speedKnots } from "./fixes/point.ts";
import { setOff } from "./intervals/reasons.ts";
import { goTo, restUntil } from "./intervals/stretches.ts";
import { isKnown } from "./places-known.ts";
import type { Away, DetectorState, Stay } from "./state.ts";
import { type Stop, stopAmong } from "./stop.ts";
import type { DetectorSettings } from "./thresholds.ts";

/** A stop of this duration near the disc that was left belongs to the same stay. */
const NEAR_STOP_MS = 15 * MINUTE;
/** Minimum duration of a reported rest: two fixes a minute apart; less is flicker. */
const SHORTEST_REPORTED_MS = MINUTE;
const MOST_BUFFERED = 200;
/** More fixes outside the disc are not strays. */
const MOST_STRAYS = 3;

/** Why a stop ends the leg. */
export type StopCause = "time" | "known-place" | "reported" | "near" | "trip-id";

export type Course =
  | { readonly kind: "on" }
  /** The boat is back in its disc without a trip. */
  | { readonly kind: "back" }
  /** The boat stopped; `rest` are the fixes after the stop. */
  | {
      readonly kind: "stopped";
      readonly stop: Stop;
      readonly cause: StopCause;
      readonly rest: readonly Point[];
    };

const ON: Course = { kind: "on" };

export function stepAway(
  state: DetectorState,
  stay: Stay | null,
  away: Away,
  point: Point,
  settings: DetectorSettings,
): Course {
  const before = away.buffer.at(-1) ?? away.last;
  noteReport(away, before, point);
  away.trip ??= point.trip;
  if (speedKnots(before, point) >= settings.dragKnots) away.fastMs += Math.max(0, point.t - before.t);
  measure(away, stay, point, settings);
  const back = neverLeft(stay, away, point, state.sieve.best, settings);
  if (back || (stay !== null && isBack(stay, away, before, point, settings))) {
    away.buffer.push(point);
    return { kind: "back" };
  }
  redate(stay, away, before, point, settings);
  const trial = [...away.buffer, point];
  if (fits(trial, settings)) return gather(state, away, trial, settings);
  return moveOn(stay, away, point, settings);
}

/** Whether fixes lie in the circle of a possible stop. */
export function fits(points: readonly Point[], settings: DetectorSettings): boolean {
  return enclosingDisc(points).r <= settings.stopRadiusM;
}

function noteReport(away: Away, before: Point, point: Point): void {
  if (!isStill(point.status)) {
    away.reportedMoving = true;
  } else if (away.still !== null && isStill(before.status)) {
    away.still = { from: away.still.from, to: point.t };
  } else if (away.reportedMoving) {
    away.still = { from: point.t, to: point.t };
  }
}

/** Measures how far a fix is from the disc that was left. */
export function measure(away: Away, stay: Stay | null, point: Point, settings: DetectorSettings): void {
  const distance = stay === null ? arcM(away.start, point) : arcM(stay.disc, point) - stay.disc.r;
  if (distance > (stay === null ? 0 : settings.leaveMarginM)) away.outside += 1;
  if (distance <= away.farthestM) return;
  away.farthestM = distance;
  away.fastOutMs = away.fastMs;
}

/**
 * Whether the boat never left: it was seen outside its disc a few times, and is back soon, or faster than it ever
 * was. Those were stray fixes.
 */
export function neverLeft(
  stay: Stay | null,
  away: Away | null,
  point: Point,
  best: number,
  settings: DetectorSettings,
): boolean {
  if (stay === null || away === null || away.outside === 0) return false;
  const off = chordM(stay.disc, point) - stay.disc.r;
  // At anchor it may have swung on in the meantime.
  const swung = off > settings.leaveMarginM && away.farthestM > settings.minTripM;
  if (off > (swung ? settings.stopRadiusM : settings.leaveMarginM)) return false;
  if (away.outside > MOST_STRAYS + (swung ? 1 : 0)) return false;
  const soon = point.t - away.from.at <= settings.gapMinutes * MINUTE;
  const knots = speedKnots(away.buffer.at(-1) ?? away.last, point);
  return soon || knots > Math.max(settings.suspectKnots, 2 * best);
}

/** Coming back takes two fixes inside the disc itself, without the margin; after a single stray fix, one is enough. */
function isBack(stay: Stay, away: Away, before: Point, point: Point, settings: DetectorSettings): boolean {
  if (chordM(stay.disc, point) > stay.disc.r) return false;
  if (away.outside === 0) return false;
  if (away.outside === 1) return true;
  return away.farthestM <= settings.minTripM && chordM(stay.disc, before) <= stay.disc.r;
}

/** If the boat swung slowly out of its disc and then left, the leg begins at the first real movement. */
function redate(
  stay: Stay | null,
  away: Away,
  before: Point,
  point: Point,
  settings: DetectorSettings,
): void {
  if (away.moved || stay === null || speedKnots(before, point) < settings.movingKnots) return;
  if (arcM(stay.disc, point) <= arcM(stay.disc, before)) return;
  away.moved = true;
  if (away.farthestM > 2 * settings.minTripM || before.t - away.from.at <= 2 * MINUTE) return;
  away.from = { at: before.t, reason: setOff(stay, speedKnots(before, point)), confidence: 0.8 };
  away.start = before;
  away.last = before;
  away.stretches = [];
  away.buffer = [before];
}

/** The newest fixes lie in one circle: decides whether they are a stop by now. */
function gather(state: DetectorState, away: Away, points: Point[], settings: DetectorSettings): Course {
  away.buffer = points;
  const first = points[0];
  const newest = points.at(-1);
  if (first === undefined || newest === undefined) return ON;
  const span = newest.t - first.t;
  if (span >= settings.moorageStopMinutes * MINUTE) {
    const stop = stopAmong(points, settings);
    const lasted = stop === null || stop.underWay ? 0 : stop.to - stop.from;
    if (stop !== null && lasted >= settings.pauseMinutes * MINUTE) return stopped(points, stop, "time", []);
    if (stop !== null && lasted >= settings.moorageStopMinutes * MINUTE && !stop.drifted) {
      const disc = enclosingDisc(points.slice(stop.first, stop.last + 1));
      if (isKnown(state, disc)) return stopped(points, stop, "known-place", []);
    }
  }
  if (points.length > MOST_BUFFERED) {
    goTo(away, first, settings);
    away.buffer.shift();
  }
  return ON;
}

function stopped(points: readonly Point[], stop: Stop, cause: StopCause, after: readonly Point[]): Course {
  return { kind: "stopped", stop, cause, rest: [...points.slice(stop.last + 1), ...after] };
}

/** The boat left the circle of its newest fixes: decides whether that was a stop, a pause, or only slow. */
function moveOn(stay: Stay | null, away: Away, point: Point, settings: DetectorSettings): Course {
  const stop = stopAmong(away.buffer, settings);
  if (stop !== null && !stop.drifted) {
    if (stop.first > 0 && fits([...away.buffer.slice(stop.first), point], settings)) {
      // Without the way in, the fixes still lie in one circle.
      for (const p of away.buffer.splice(0, stop.first)) goTo(away, p, settings);
      away.buffer.push(point);
      return ON;
    }
    const lasted = stop.to - stop.from;
    if (isReported(away, stop, settings)) return stopped(away.buffer, stop, "reported", [point]);
    if (stop.underWay) return goOn(away, point, settings);
    if (stay !== null && away.farthestM <= settings.minTripM && lasted >= NEAR_STOP_MS) {
      return stopped(away.buffer, stop, "near", [point]);
    }
    if (lasted >= MINUTE && point.trip !== null && away.trip !== null && point.trip !== away.trip) {
      return stopped(away.buffer, stop, "trip-id", [point]);
    }
    notePause(away, stop, settings);
  }
  return goOn(away, point, settings);
}

/** Counts the oldest fixes, until the others lie in one circle again. */
function goOn(away: Away, point: Point, settings: DetectorSettings): Course {
  away.buffer.push(point);
  while (!fits(away.buffer, settings)) {
    const oldest = away.buffer.shift();
    if (oldest === undefined) break;
    goTo(away, oldest, settings);
  }
  return ON;
}

/** Whether the boat was reported at rest during a stop for long enough to be more than a flicker. */
function isReported(away: Away, stop: Stop, settings: DetectorSettings): boolean {
  if (away.still === null || stop.drifted || stop.to - stop.from < SHORTEST_REPORTED_MS) return false;
  const slack = settings.statusSnapSeconds * 1000;
  return away.still.to >= stop.from - slack && away.still.from <= stop.to;
}

/** The stop that the boat reports, if its newest fixes do not contradict it; null otherwise. */
export function restReported(away: Away, settings: DetectorSettings): Stop | null {
  const newest = away.buffer.at(-1);
  if (newest === undefined || !isStill(newest.status) || away.still === null) return null;
  const stop = stopAmong(away.buffer, settings);
  if (stop === null || stop.drifted) return null;
  const alone = stop.first === stop.last && stop.last === away.buffer.length - 1;
  return alone || isReported(away, stop, settings) ? stop : null;
}

function notePause(away: Away, stop: Stop, settings: DetectorSettings): void {
  if (stop.to - stop.from < settings.pauseMinMinutes * MINUTE) return;
  const core = away.buffer.slice(stop.first, stop.last + 1);
  if (enclosingDisc(core).r > settings.pauseRadiusM) return;
  for (const p of away.buffer.slice(0, stop.first + 1)) goTo(away, p, settings);
  const end = away.buffer[stop.last];
  if (end !== undefined) restUntil(away, end);
  away.buffer = away.buffer.slice(stop.last);
}
