/** How a believed fix changes the state, at rest or away. */
import { arcM } from "@wakelog/kit/geo/earth-centred.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { arrive, close } from "./arrival.ts";
import { newStay, note, stepStay, tentativeStay } from "./at-rest.ts";
import { departure, newAway, sharpenBlindStart } from "./departure.ts";
import { discAt, growDisc } from "./fixes/disc.ts";
import type { Point } from "./fixes/point.ts";
import { cameFromExcludedArea } from "./intervals/reasons.ts";
import { diverted, endDetour } from "./silence/detour.ts";
import { confirmStay, decideSilence, fallSilent } from "./silence/silence.ts";
import type { Away, DetectorState, Emit, Stay } from "./state.ts";
import type { DetectorSettings } from "./thresholds.ts";
import { stepAway } from "./under-way.ts";

/** A departure this soon after the first fix means that the boat was under way already. */
const TENTATIVE_MS = 3 * MINUTE;

/** Beyond this many intervals elsewhere, the fixes are not a disturbed receiver's: accept them. */
const MOST_ASIDE = 16;

/**
 * Counts a believed fix, and recounts the fixes returned by a departure or an ended stop. A departure may prove false
 * and be followed by another; unless the disc has grown, each begins later than the one before, so this ends.
 */
export function count(state: DetectorState, point: Point, settings: DetectorSettings, emitted: Emit): void {
  const emit = diverted(state, emitted);
  const queue: Point[] = [point];
  let departed = { at: Number.NEGATIVE_INFINITY, fromR: 0 };
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    fallSilent(state, next, settings, emit);
    if (state.away !== null) {
      queue.unshift(...follow(state, state.away, next, settings, emit));
    } else if (state.stay !== null) {
      const { r } = state.stay.disc;
      const after = r > departed.fromR ? Number.NEGATIVE_INFINITY : departed.at;
      const way = rest(state, state.stay, next, after, settings, emit);
      if (way[0] !== undefined) departed = { at: way[0].t, fromR: Math.max(r, departed.fromR) };
      queue.unshift(...way);
    } else {
      begin(state, next, settings);
    }
    decideSilence(state, settings, emit);
    if (state.silence === null) confirmStay(state, settings);
  }
  if (state.detour !== null && state.detour.aside.length > MOST_ASIDE) endDetour(state, emitted);
}

function begin(state: DetectorState, point: Point, settings: DetectorSettings): void {
  state.since ??= point.t;
  state.stay = tentativeStay(point, settings);
}

/**
 * At rest.
 * @param after a departure begins later than this
 * @returns the fixes of the leg, once the boat has left
 */
function rest(
  state: DetectorState,
  stay: Stay,
  point: Point,
  after: number,
  settings: DetectorSettings,
  emit: Emit,
): readonly Point[] {
  if (state.carried) {
    state.carried = false;
    if (arcM(stay.disc, point) > stay.disc.r + settings.minTripM)
      return moveCarried(state, point, settings, emit);
  }
  if (!stepStay(stay, point, settings)) return [];
  const { away, points } = departure(stay, settings, after);
  const first = stay.recent[0];
  const underWay =
    stay.tentative && stay.anchored + stay.moored === 0 && away.from.at - stay.from.at < TENTATIVE_MS;
  if (underWay && first !== undefined && first.t === stay.from.at) {
    const from = { at: first.t, reason: stay.from.reason, confidence: 0.6 };
    const all = [...stay.recent];
    state.stay = null;
    state.away = newAway(first, from, first);
    state.away.moved = true;
    return all;
  }
  const inside = stay.recent.length - points.length;
  stay.recent = stay.recent.slice(0, inside);
  stay.outside = 0;
  state.away = away;
  return points;
}

/** Under way. @returns the fixes to recount after a stop */
function follow(
  state: DetectorState,
  away: Away,
  point: Point,
  settings: DetectorSettings,
  emit: Emit,
): readonly Point[] {
  const course = stepAway(state, state.stay, away, point, settings);
  sharpenBlindStart(state.away, state.knots, settings);
  switch (course.kind) {
    case "on":
      return [];
    case "back":
      comeBack(state, settings);
      return [];
    case "stopped":
      arrive(state, away, course.stop, course.cause, settings, emit);
      return course.rest;
  }
}

/** Back in its disc without a trip: the stay continues, with a slightly wider disc if the boat swung. */
function comeBack(state: DetectorState, settings: DetectorSettings): void {
  const { stay, away } = state;
  if (stay === null || away === null) return;
  state.away = null;
  stay.outside = 0;
  const slow = away.fastMs === 0 && away.outside >= 3;
  for (const p of away.buffer) {
    const grown = growDisc(stay.disc, p);
    if (slow && grown.r <= settings.maxDiscRadiusM) stay.disc = grown;
    note(stay, p);
  }
}

/** Afloat again elsewhere: begins a new stay, without a log in between. */
function moveCarried(
  state: DetectorState,
  point: Point,
  settings: DetectorSettings,
  emit: Emit,
): readonly Point[] {
  const stay = state.stay;
  if (stay === null) return [];
  const boundary = { at: point.t, reason: cameFromExcludedArea, confidence: 0.8 };
  close(state, stay, boundary, settings, emit);
  state.begun = true;
  state.stay = newStay(boundary, discAt(point), [point], settings);
  return [];
}
