/** The effect of each verdict about a silence on the leg before it and the fixes after it. */
import { arcM, chordM } from "@wakelog/kit/geo/earth-centred.ts";
import { NM_M } from "@wakelog/kit/geo/units.ts";
import { HOUR } from "@wakelog/kit/time/units.ts";
import { arrive, type BrokenOff, close, continuesVoyage, sameStay } from "../arrival.ts";
import { blindBoundary, newAway } from "../departure.ts";
import type { Point } from "../fixes/point.ts";
import type { GapInterval } from "../intervals/interval.ts";
import { gapInterval, legInterval } from "../intervals/interval-of.ts";
import { lastBeforeSilence, relocated, unrecorded, wentInSilence } from "../intervals/reasons.ts";
import { goTo } from "../intervals/stretches.ts";
import { isKnown } from "../places-known.ts";
import type { Away, Boundary, DetectorState, Emit, Silence, Stay } from "../state.ts";
import type { Stop } from "../stop.ts";
import type { DetectorSettings } from "../thresholds.ts";
import { measure } from "../under-way.ts";

/** What is known about the boat since the silence. */
export interface Now {
  readonly stay: Stay | null;
  readonly away: Away | null;
}

/** Turns the silence into a gap: what precedes it ends with its last fix, and what follows begins with its first. */
export function leaveGap(
  state: DetectorState,
  { last, first }: Silence,
  now: Now,
  cause: GapInterval["cause"],
  settings: DetectorSettings,
  emit: Emit,
): void {
  const ms = first.t - last.t;
  const metres = arcM(last, first);
  const reason = cause === "relocation" ? relocated(ms, metres) : unrecorded(ms, metres);
  if (state.away !== null) breakOff(state, state.away, last, { reason, confidence: 0.8 }, settings, emit);
  const end = { at: last.t, reason, confidence: 0.9 };
  if (state.stay !== null && state.stay.from.at < end.at) close(state, state.stay, end, settings, emit);
  emit(gapInterval(last, first, cause, reason));
  state.begun = true;
  const begin: Boundary = { at: first.t, reason, confidence: 0.8 };
  if (now.stay !== null) now.stay.from = begin;
  else if (now.away !== null) now.away.from = begin;
  state.stay = now.stay;
  state.away = now.away;
}

/** Ends a leg at its last fix. Afterwards the state is at rest there. */
function breakOff(
  state: DetectorState,
  away: Away,
  last: Point,
  why: BrokenOff,
  settings: DetectorSettings,
  emit: Emit,
): void {
  if (away.buffer.length === 0) away.buffer.push(last);
  const end = away.buffer.length - 1;
  const stop: Stop = {
    first: end,
    last: end,
    from: last.t,
    to: last.t,
    driftKnots: 0,
    drifted: false,
    underWay: false,
  };
  arrive(state, away, stop, why, settings, emit);
}

/** At rest in one place, then in another: an unrecorded leg that ended before the boat was seen again. */
export function moveUnseen(
  state: DetectorState,
  { last, first }: Silence,
  now: Now,
  settings: DetectorSettings,
  emit: Emit,
): void {
  const { stay } = state;
  if (stay === null || now.stay === null) return;
  const farthestM = chordM(stay.disc, now.stay.disc) - stay.disc.r;
  state.away = now.away;
  if (farthestM <= settings.minTripM) {
    sameStay(stay, { at: last.t, until: first.t, farthestM }, now.stay.disc, now.stay.recent, settings);
    return;
  }
  const metres = arcM(last, first);
  const needed = (metres / (settings.typicalKnots * NM_M)) * HOUR;
  const reason = wentInSilence(first.t - last.t, metres);
  const from = { at: Math.round(Math.max(last.t + 1000, first.t - needed)), reason, confidence: 0.5 };
  const to = { at: first.t, reason, confidence: 0.5 };
  const away = newAway(last, from, last);
  away.stretches.push({ kind: "gap", from: from.at, to: to.at, metres });
  close(state, stay, from, settings, emit);
  emit(legInterval(away, to, first, continuesVoyage(stay, away, settings)));
  state.begun = true;
  state.stay = follows(state, now.stay, to, true);
}

/** Under way, then at rest elsewhere: the leg ended inside the silence. */
export function arriveUnseen(
  state: DetectorState,
  { last, first }: Silence,
  now: Now,
  settings: DetectorSettings,
  emit: Emit,
): void {
  const { away } = state;
  if (away === null || now.stay === null) return;
  for (const p of away.buffer) goTo(away, p, settings);
  measure(away, state.stay, first, settings);
  const seen = now.stay.recent.length > 0 ? now.stay.recent : [first];
  away.buffer = [...seen];
  const end = seen.length - 1;
  const stop: Stop = {
    first: 0,
    last: end,
    from: first.t,
    to: seen[end]?.t ?? first.t,
    driftKnots: 0,
    drifted: false,
    underWay: false,
  };
  const why = { reason: lastBeforeSilence(first.t - last.t), confidence: 0.5 };
  const before = state.stay;
  arrive(state, away, stop, why, settings, emit);
  // If that was a leg, the recorded stay follows it, from the end of the leg.
  if (state.stay !== null && state.stay !== before)
    state.stay = follows(state, now.stay, state.stay.from, state.stay.afterLeg);
  state.away = now.away;
}

/** The recorded stay, dated from its actual beginning. */
function follows(state: DetectorState, stay: Stay, from: Boundary, afterLeg: boolean): Stay {
  stay.from = from;
  stay.afterLeg = afterLeg;
  stay.known = isKnown(state, stay.disc);
  return stay;
}

/** At rest, then under way elsewhere: the leg began inside the silence. */
export function departUnseen(
  state: DetectorState,
  { last, first }: Silence,
  away: Away | null,
  settings: DetectorSettings,
): void {
  if (away === null || state.stay === null) return;
  const blind = { from: last.t, to: first.t, metres: arcM(last, first), knots: null };
  away.blind = blind;
  away.start = last;
  away.from = blindBoundary(blind, state.knots, settings);
  away.stretches.unshift({ kind: "gap", from: away.from.at, to: first.t, metres: blind.metres });
  away.moved = true;
  measureAll(away, state.stay, [first, away.last, ...away.buffer], settings);
  state.away = away;
}

/**
 * Under way at both ends, but hardly any farther: the boat rested in between, where it was last seen. Its track from
 * there to where it was seen again is unknown.
 */
export function pauseUnseen(
  state: DetectorState,
  silence: Silence,
  away: Away | null,
  settings: DetectorSettings,
  emit: Emit,
): void {
  if (state.away === null || away === null) return;
  const { last, first } = silence;
  const why = { reason: lastBeforeSilence(first.t - last.t), confidence: 0.8 };
  breakOff(state, state.away, last, why, settings, emit);
  departUnseen(state, silence, away, settings);
}

/** Under way at both ends: one leg with an unrecorded part. */
export function goOn(
  state: DetectorState,
  { first }: Silence,
  since: Away | null,
  settings: DetectorSettings,
): void {
  const { away } = state;
  if (away === null || since === null) return;
  for (const p of away.buffer) goTo(away, p, settings);
  goTo(away, first, settings);
  away.stretches.push(...since.stretches);
  away.pace = { ms: away.pace.ms + since.pace.ms, metres: away.pace.metres + since.pace.metres };
  away.last = since.last;
  away.buffer = since.buffer.length > 0 ? since.buffer : [since.last];
  away.fastMs += since.fastMs;
  away.moved = true;
  away.reportedMoving ||= since.reportedMoving;
  away.still = since.still;
  away.trip ??= since.trip;
  measureAll(away, state.stay, [first, since.last, ...since.buffer], settings);
}

function measureAll(
  away: Away,
  stay: Stay | null,
  points: readonly Point[],
  settings: DetectorSettings,
): void {
  for (const point of points) measure(away, stay, point, settings);
}
