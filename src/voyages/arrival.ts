/** The way has ended in a stop: dates it, judges whether it was a trip at all, and begins the stay. */
import { arcM } from "../geo/earth-centred.ts";
import { KNOT_MPS, NM_M } from "../geo/units.ts";
import type { StopCause } from "./away.ts";
import type { Away, Boundary, DetectorState, Emit, Stay } from "./detector-state.ts";
import { newStay, note } from "./detector-stay.ts";
import { type Disc, enclosingDisc, joinDiscs } from "./disc.ts";
import { legInterval, stayInterval } from "./interval-of.ts";
import { isKnown, remember } from "./places-known.ts";
import type { Point } from "./point.ts";
import type { DetectorSettings } from "./settings.ts";
import { reportedChange, type Stop } from "./stop.ts";
import { goTo, seenMetres } from "./stretches.ts";

const MINUTE = 60_000;
const DRAG_FAST_MS = 3 * MINUTE;
const MOST_EVENTS = 20;

/** Ends the way that the state is on, in the stop that its buffered fixes hold. Afterwards the state is at rest. */
export function arrive(
  state: DetectorState,
  away: Away,
  stop: Stop,
  cause: StopCause,
  settings: DetectorSettings,
  emit: Emit,
): void {
  const points = away.buffer;
  const snapped = cause === "silence" ? -1 : reportedChange(points, stop.first, true, settings);
  const at = snapped >= 0 && snapped <= stop.last ? snapped : stop.first;
  for (const p of points.slice(0, at + 1)) goTo(away, p, settings);
  const end = points[at] ?? away.last;
  const core = points.slice(Math.min(at, stop.first), stop.last + 1);
  const disc = enclosingDisc(core.length > 0 ? core : [end]);
  const to =
    blindArrival(away, end, state, settings) ?? arrivalBoundary(stop, cause, snapped >= 0, end, disc);
  const stay = state.stay;
  state.away = null;
  const wasLeg = isTrip(away, to, stay !== null, settings);
  if (stay !== null && !wasLeg) {
    sameStay(stay, away, disc, core, to.at, settings);
    return;
  }
  const next = newStay(wasLeg ? to : away.from, disc, core, settings);
  if (wasLeg) {
    if (stay !== null) close(state, stay, away.from, settings, emit);
    emit(legInterval(away, to, end, continuesVoyage(stay, away, settings)));
    learnSpeed(state, away, to);
    state.begun = true;
  }
  next.afterLeg = wasLeg;
  next.known = isKnown(state, next.disc);
  state.stay = next;
}

/** Whether a leg goes on with the voyage of the leg before: a short stay, where the boat had not stayed before. */
export function continuesVoyage(stay: Stay | null, away: Away, settings: DetectorSettings): boolean {
  if (stay === null || !stay.afterLeg || stay.known) return false;
  return away.from.at - stay.from.at < settings.pauseMinutes * MINUTE;
}

/** Hands out a stay that has ended; a place where the boat was for long is known from then on. */
export function close(
  state: DetectorState,
  stay: Stay,
  to: Boundary,
  settings: DetectorSettings,
  emit: Emit,
): void {
  if (to.at - stay.from.at >= settings.pauseMinutes * MINUTE) remember(state, stay.disc);
  emit(stayInterval(stay, to));
}

function isTrip(away: Away, to: Boundary, fromStay: boolean, settings: DetectorSettings): boolean {
  const lasted = to.at - away.from.at;
  if (away.farthestM <= settings.minTripM || lasted < settings.minTripSeconds * 1000) return false;
  return lasted > 0 && !(fromStay && isDrag(away, lasted, settings));
}

function isDrag(away: Away, lasted: number, settings: DetectorSettings): boolean {
  if (away.blind !== null || away.stretches.some((s) => s.kind === "gap")) return false;
  return away.farthestM <= settings.dragMaxM && away.fastOutMs < Math.min(DRAG_FAST_MS, 0.3 * lasted);
}

/** It was no trip: the boat swung wider than before, was shifted, or its anchor dragged. */
function sameStay(
  stay: Stay,
  away: Away,
  disc: Disc,
  points: readonly Point[],
  at: number,
  settings: DetectorSettings,
): void {
  const joined = joinDiscs(stay.disc, disc);
  if (joined.r <= settings.maxDiscRadiusM) {
    stay.disc = joined;
  } else {
    const metres = Math.round(arcM(stay.disc, disc));
    const drag = away.farthestM > settings.minTripM;
    const text = drag
      ? `moved ${metres} m without making way: the anchor dragged`
      : `lay ${metres} m from where it was, without a trip`;
    stay.events.push({ kind: drag ? "drag" : "shift", from: away.from.at, to: at, distanceM: metres, text });
    if (stay.events.length > MOST_EVENTS) stay.events.shift();
    stay.disc = { ...disc, r: Math.max(disc.r, settings.minDiscRadiusM) };
  }
  stay.outside = 0;
  stay.recent = [];
  for (const p of points) note(stay, p);
}

function arrivalBoundary(stop: Stop, cause: StopCause, snapped: boolean, end: Point, disc: Disc): Boundary {
  const minutes = Math.round((stop.to - stop.from) / MINUTE);
  const radius = Math.max(1, Math.round(disc.r));
  if (snapped) {
    const text = `reported ${end.status}, and all fixes of ${minutes} min lie in ${radius} m`;
    return { at: end.t, reason: { rule: "reported-status", text }, confidence: 0.98 };
  }
  const inside = `all fixes of ${minutes} min lie in ${radius} m`;
  switch (cause) {
    case "silence":
      return {
        at: end.t,
        reason: { rule: "silence", text: "last fix before a long silence" },
        confidence: 0.4,
      };
    case "reported":
      return {
        at: end.t,
        reason: { rule: "reported-status", text: `${inside}, reported at rest` },
        confidence: 0.95,
      };
    case "trip-id":
      return {
        at: end.t,
        reason: { rule: "trip-id", text: `${inside}, and the trip id changed` },
        confidence: 0.95,
      };
    case "known-place":
      return {
        at: end.t,
        reason: { rule: "known-place", text: `${inside}, where it stayed before` },
        confidence: 0.9,
      };
    default:
      return { at: end.t, reason: { rule: "window-inside", text: inside }, confidence: 0.9 };
  }
}

/** The first fix at rest came after a silence: the boat arrived when it must have, not when it was heard again. */
function blindArrival(
  away: Away,
  end: Point,
  state: DetectorState,
  settings: DetectorSettings,
): Boundary | null {
  const gap = away.stretches.at(-1);
  if (gap === undefined || gap.kind !== "gap" || gap.to !== end.t) return null;
  const knots = Math.max(1, speedSeen(away) ?? state.knots ?? settings.typicalKnots);
  const at = Math.round(Math.min(gap.to, gap.from + (gap.metres / (knots * KNOT_MPS)) * 1000));
  const nm = (gap.metres / NM_M).toFixed(1);
  const text = `not recorded: the last ${nm} NM in silence, arrived as ${knots.toFixed(1)} kn allow`;
  gap.to = at;
  return { at, reason: { rule: "gap", text }, confidence: 0.5 };
}

function speedSeen(away: Away): number | null {
  let ms = 0;
  for (const s of away.stretches) if (s.kind !== "gap" && s.kind !== "pause") ms += s.to - s.from;
  return ms < 5 * MINUTE ? null : seenMetres(away) / (ms / 1000) / KNOT_MPS;
}

/** The usual speed follows the newest legs that were long enough to tell. */
function learnSpeed(state: DetectorState, away: Away, to: Boundary): void {
  const seen = speedSeen(away);
  if (seen === null || to.at - away.from.at < 15 * MINUTE) return;
  const knots = state.knots === null ? seen : 0.8 * state.knots + 0.2 * seen;
  state.knots = Math.round(knots * 100) / 100;
}
