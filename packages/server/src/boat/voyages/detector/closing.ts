/** Ends a leg that no further fix follows: the record stops under way, or soon after an arrival. */
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { arrive, close, continuesVoyage, isTrip } from "./arrival.ts";
import { newStay } from "./at-rest.ts";
import type { Point } from "./fixes/point.ts";
import { legInterval, stayInterval } from "./intervals/interval-of.ts";
import { recordEnds } from "./intervals/reasons.ts";
import { goTo } from "./intervals/stretches.ts";
import type { Away, DetectorState, Emit } from "./state.ts";
import { type Stop, stopAmong } from "./stop.ts";
import type { DetectorSettings } from "./thresholds.ts";

/** A boat that lay still for this long at the end of the record has arrived there. */
const STOOD_MS = 3 * MINUTE;
/** Low enough for the review list, whatever is known of the departure. */
const CONFIDENCE = 0.5;

/**
 * How long after its newest fix to wait for a boat that may be under way, in milliseconds; null if it is at rest. An
 * hourly tracker gets twice its interval.
 */
export function patienceMs(state: DetectorState, settings: DetectorSettings): number | null {
  const { away, silence, sieve } = state;
  if (away === null && silence === null && sieve.held.length === 0) return null;
  const fixes = away === null ? [] : [away.last, ...away.buffer].slice(-2);
  const [before, newest] = [fixes[0] ?? silence?.last, fixes.at(-1) ?? silence?.first];
  const interval = before === undefined || newest === undefined ? 0 : newest.t - before.t;
  return Math.max(settings.pauseMinutes * MINUTE, 2 * interval);
}

/** Ends a state's leg (the state is modified): at the stop that its newest fixes show, or else at the newest fix. */
export function endLeg(state: DetectorState, away: Away, settings: DetectorSettings, emit: Emit): void {
  const stop = restAtEnd(away, settings);
  if (stop !== null) {
    const why = { reason: recordEnds, confidence: CONFIDENCE };
    arrive(state, away, stop, why, settings, emit);
    if (state.stay !== null) emit(stayInterval(state.stay, null));
    return;
  }
  const end = away.buffer.at(-1) ?? away.last;
  for (const point of away.buffer) goTo(away, point, settings);
  state.away = null;
  endUnderWay(state, away, end, settings, emit);
}

/** The stop in which the newest fixes lie; null if the boat has not lain still for long enough. */
function restAtEnd(away: Away, settings: DetectorSettings): Stop | null {
  const stop = away.buffer.length === 0 ? null : stopAmong(away.buffer, settings);
  if (stop === null || stop.drifted || stop.last !== away.buffer.length - 1) return null;
  return stop.to - stop.from >= STOOD_MS ? stop : null;
}

/** The leg ends at the last fix. What followed is unknown, so no stay begins. */
function endUnderWay(
  state: DetectorState,
  away: Away,
  end: Point,
  settings: DetectorSettings,
  emit: Emit,
): void {
  const { stay } = state;
  const to = { at: end.t, reason: recordEnds, confidence: CONFIDENCE };
  if (isTrip(away, to, stay !== null, settings)) {
    if (stay !== null) close(state, stay, away.from, settings, emit);
    emit(legInterval(away, to, end, continuesVoyage(stay, away, settings)));
    return;
  }
  const place = { x: end.x, y: end.y, z: end.z, r: 0 };
  emit(stayInterval(stay ?? newStay(away.from, place, [end], settings), null));
}
