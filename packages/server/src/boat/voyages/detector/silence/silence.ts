/**
 * Silences. What happened during one follows from the boat's state before it and after it, which takes some fixes to
 * determine.
 */
import { arcM, chordM } from "@wakelog/kit/geo/earth-centred.ts";
import { NM_M } from "@wakelog/kit/geo/units.ts";
import { DAY, HOUR, MINUTE } from "@wakelog/kit/time/units.ts";
import { arrive } from "../arrival.ts";
import { note } from "../at-rest.ts";
import { departure, newAway, sharpenBlindStart } from "../departure.ts";
import { growDisc } from "../fixes/disc.ts";
import { impossible } from "../fixes/plausible.ts";
import { isMoving, type Point } from "../fixes/point.ts";

import { goTo } from "../intervals/stretches.ts";
import type { Away, DetectorState, Emit, Silence, Stay } from "../state.ts";
import { stopAmong } from "../stop.ts";
import type { DetectorSettings } from "../thresholds.ts";
import { fits, measure, neverLeft, restReported } from "../under-way.ts";
import { beginDetour, isHomeAgain } from "./detour.ts";
import { arriveUnseen, departUnseen, goOn, leaveGap, moveUnseen, pauseUnseen } from "./outcome.ts";
import { isSettling } from "./settling.ts";
import { seenAgain, verdict } from "./verdict.ts";

/** A boat under way that lay still for this long before a silence may have stopped there. */
const STOOD_MS = 3 * MINUTE;
/** An hour, for the end of summer time, plus the interval of rows. */
const SET_BACK_MS = 75 * MINUTE;
/** After a clock correction, the boat is at most a day's sail from its last position. */
const SAME_WATERS_M = 100 * NM_M;

/** The newest fix counted so far. */
function newest(state: DetectorState): Point | null {
  const { away, stay } = state;
  return away === null ? (stay?.recent.at(-1) ?? null) : (away.buffer.at(-1) ?? away.last);
}

/**
 * Call before counting a fix. If it comes after a silence and the boat is elsewhere, the state restarts with that
 * fix, and the earlier state waits for a verdict.
 */
export function fallSilent(state: DetectorState, point: Point, settings: DetectorSettings, emit: Emit): void {
  const last = newest(state);
  if (last === null) return;
  const jumped = impossible(last, point, settings);
  const silent = point.t - last.t > settings.gapMinutes * MINUTE;
  if (!jumped && !silent) return;
  if (isHomeAgain(state, point, settings)) return;
  const strays = neverLeft(state.stay, state.away, point, state.sieve.best, settings);
  if (!silent && (strays || isCorrection(state, last, point))) return;
  decideSilence(state, settings, emit, point);
  setOutIfUnderWay(state, point, settings);
  leaveOrStay(state, last, settings);
  if (state.away !== null) endInStop(state, state.away, point, settings, emit);
  if (!jumped && isSamePlace(state, point, settings)) return;
  if (isWrongClock(state, last, point, settings)) {
    state.since = null;
  } else {
    state.silence = { last, first: point, stay: state.stay, away: state.away, quiet: true };
  }
  state.stay = null;
  state.away = null;
}

/**
 * A receiver that extrapolated the last course is off by no more than that distance. A clock set back by an hour
 * hides an hour of track behind earlier rows, and the boat jumps where they end.
 */
function isCorrection({ away, sieve }: DetectorState, last: Point, point: Point): boolean {
  if (away === null) return false;
  return arcM(last, point) <= Math.max(away.pace.metres, sieve.bestBefore * NM_M * (SET_BACK_MS / HOUR));
}

/** Confirms a stay begun by the first fix, once the boat has been seen at rest, however it leaves later. */
export function confirmStay(state: DetectorState, settings: DetectorSettings): void {
  const { stay, away } = state;
  const first = stay?.recent[0];
  if (stay === null || away !== null || !stay.tentative || first === undefined || stay.outside > 0) return;
  if (seenAgain(state, first, settings, undefined) === "at rest") stay.tentative = false;
}

/** A stay begun by the first fix is void if the boat proves to be under way. */
function setOutIfUnderWay(state: DetectorState, next: Point, settings: DetectorSettings): void {
  const { stay, away } = state;
  const first = stay?.recent[0];
  if (stay === null || away !== null || !stay.tentative || first === undefined) return;
  if (seenAgain(state, first, settings, next) === "under way") setOut(state, stay, settings);
}

/** Replaces the stay of the first fix: the boat has been under way since then. */
function setOut(state: DetectorState, stay: Stay, settings: DetectorSettings): void {
  const [first, ...rest] = stay.recent;
  if (first === undefined) return;
  const away = newAway(first, { at: first.t, reason: stay.from.reason, confidence: 0.7 }, first);
  away.moved = true;
  for (const p of rest) measure(away, null, p, settings);
  const end = rest.pop();
  for (const p of rest) goTo(away, p, settings);
  if (end !== undefined) away.buffer.push(end);
  state.stay = null;
  state.away = away;
}

/** If the last fix is outside the disc, it was stray, or the boat had left. */
function leaveOrStay(state: DetectorState, last: Point, settings: DetectorSettings): void {
  const { stay, away } = state;
  if (stay === null || away !== null || stay.outside === 0) return;
  const clear = chordM(stay.disc, last) > stay.disc.r + settings.minTripM;
  if (!clear && !isMoving(last.status)) {
    stay.outside = 0;
    return;
  }
  const { away: out, points } = departure(stay, settings);
  stay.recent = stay.recent.slice(0, stay.recent.length - points.length);
  stay.outside = 0;
  for (const p of points) measure(out, stay, p, settings);
  for (const p of points.slice(0, -1)) goTo(out, p, settings);
  out.buffer.push(...points.slice(-1));
  state.away = out;
}

/** Ends the leg if it had already ended in a stop before the silence. */
function endInStop(
  state: DetectorState,
  away: Away,
  point: Point,
  settings: DetectorSettings,
  emit: Emit,
): void {
  const reported = restReported(away, settings);
  if (reported !== null) {
    arrive(state, away, reported, "reported", settings, emit);
    return;
  }
  const stop = away.buffer.length === 0 ? null : stopAmong(away.buffer, settings);
  if (stop === null || stop.drifted || stop.last !== away.buffer.length - 1) return;
  const seen = stop.to - stop.from >= STOOD_MS;
  const pause = point.t - stop.from < settings.pauseMinutes * MINUTE;
  if (seen && !pause) arrive(state, away, stop, "time", settings, emit);
}

/** Whether the boat is still where it was, so that the silence belongs to that stay or stop. */
function isSamePlace(state: DetectorState, point: Point, settings: DetectorSettings): boolean {
  const { stay, away } = state;
  if (away === null) {
    if (stay === null || state.carried) return true;
    return chordM(stay.disc, point) <= stay.disc.r + settings.leaveMarginM;
  }
  const swung = stay !== null && away.farthestM <= settings.minTripM;
  if (swung && chordM(stay.disc, point) <= stay.disc.r + settings.leaveMarginM) {
    for (const p of away.buffer) {
      const grown = growDisc(stay.disc, p);
      if (grown.r <= settings.maxDiscRadiusM) stay.disc = grown;
      note(stay, p);
    }
    stay.outside = 0;
    state.away = null;
    return true;
  }
  const from = away.buffer.at(-1);
  const brief = from !== undefined && point.t - from.t < settings.restGapHours * HOUR;
  return brief && fits([...away.buffer, point], settings);
}

/**
 * A short piece at the start of the record that breaks off under way, in the same waters, long before the rest, had a
 * wrong clock. An old record that ends elsewhere, or has a trip id, is an old voyage.
 */
function isWrongClock(state: DetectorState, last: Point, point: Point, settings: DetectorSettings): boolean {
  if (state.begun || state.away === null || state.away.trip !== null) return false;
  const brief = last.t - (state.since ?? last.t) < DAY;
  const long = point.t - last.t > settings.clockJumpDays * DAY;
  return brief && long && arcM(last, point) <= SAME_WATERS_M;
}

/**
 * Decides about a silence as soon as possible.
 * @param next see `seenAgain`; with a fix or null, decides from what is known
 */
export function decideSilence(
  state: DetectorState,
  settings: DetectorSettings,
  emit: Emit,
  next?: Point | null,
): void {
  if (state.silence === null) return;
  if (isSettling(state, state.silence, next, settings)) return;
  const { silence } = state;
  const seen = seenAgain(state, silence.first, settings, next);
  const what = verdict(silence, seen, state.sieve.best, settings);
  if (what === null) return;
  if (seen === "under way" && state.stay !== null) setOut(state, state.stay, settings);
  if (seen !== null && state.stay !== null) state.stay.tentative = false;
  const now = { stay: state.stay, away: state.away };
  state.silence = null;
  state.stay = silence.stay;
  state.away = silence.away;
  switch (what) {
    case "relocation":
      if (silence.away === null && silence.stay !== null && !isLong(silence, settings))
        beginDetour(state, silence.stay);
      leaveGap(state, silence, now, what, settings, emit);
      break;
    case "unrecorded":
      leaveGap(state, silence, now, what, settings, emit);
      break;
    case "moved":
      moveUnseen(state, silence, now, settings, emit);
      break;
    case "arrived":
      arriveUnseen(state, silence, now, settings, emit);
      break;
    case "departed":
      departUnseen(state, silence, now.away, settings);
      break;
    case "paused":
      pauseUnseen(state, silence, now.away, settings, emit);
      break;
    case "went on":
      goOn(state, silence, now.away, settings);
      break;
  }
  sharpenBlindStart(state.away, state.knots, settings);
}

function isLong({ last, first }: Silence, settings: DetectorSettings): boolean {
  return first.t - last.t > settings.gapMinutes * MINUTE;
}
