/** The boat has stopped: dates the arrival, decides whether it was a trip at all, and begins the stay. */
import { arcM, fromEarthCentred } from "@wakelog/kit/geo/earth-centred.ts";
import { KNOT_MPS } from "@wakelog/kit/geo/units.ts";
import { DAY, HOUR, MINUTE } from "@wakelog/kit/time/units.ts";
import { newStay, note } from "./at-rest.ts";
import { type Disc, enclosingDisc, joinDiscs, meanOf } from "./fixes/disc.ts";
import type { Point } from "./fixes/point.ts";
import { legInterval, stayInterval } from "./intervals/interval-of.ts";
import { arrivedInSilence, moved, stayedWithin } from "./intervals/reasons.ts";
import { goTo, seenMetres } from "./intervals/stretches.ts";
import { isKnown, remember } from "./places-known.ts";
import type { Away, Boundary, DetectorState, Emit, Stay } from "./state.ts";
import { reportedChange, type Stop } from "./stop.ts";
import type { DetectorSettings } from "./thresholds.ts";
import type { StopCause } from "./under-way.ts";

const DRAG_FAST_MS = 3 * MINUTE;
const MOST_EVENTS = 20;
/** Night by solar time: a departure after it begins a new voyage. */
const NIGHT_BEGINS_H = 23;
const NIGHT_ENDS_H = 4;

/** Why a leg ended, if its end was not recorded. */
export type BrokenOff = Omit<Boundary, "at">;

/** Ends the current leg at the stop among its buffered fixes. Afterwards the state is at rest. */
export function arrive(
  state: DetectorState,
  away: Away,
  stop: Stop,
  cause: StopCause | BrokenOff,
  settings: DetectorSettings,
  emit: Emit,
): void {
  const points = away.buffer;
  const brokenOff = typeof cause === "object";
  const snapped = brokenOff ? -1 : reportedChange(points, stop.first, true, settings);
  const at = snapped >= 0 && snapped <= stop.last ? snapped : stop.first;
  let step = { from: away.last, knots: speedSeen(away) };
  for (const p of points.slice(0, at + 1)) {
    step = { from: away.last, knots: speedSeen(away) };
    goTo(away, p, settings);
  }
  const end = points[at] ?? away.last;
  const core = points.slice(Math.min(at, stop.first), stop.last + 1);
  const disc = enclosingDisc(core.length > 0 ? core : [end]);
  const blind = blindArrival(away, step.from, end, step.knots ?? state.knots, settings);
  const seen = brokenOff ? { at: end.t, ...cause } : arrivalBoundary(stop, cause, snapped >= 0, end, disc);
  const to = blind ?? seen;
  // The last metres are inside the disc.
  const lies = brokenOff || snapped >= 0 || blind !== null ? end : { ...end, ...meanOf(core) };
  const inside = away.stretches.at(-1);
  if (inside !== undefined) inside.metres += arcM(end, lies);
  const stay = state.stay;
  state.away = null;
  const wasLeg = isTrip(away, to, stay !== null, settings);
  if (stay !== null && !wasLeg) {
    sameStay(stay, { ...away, at: away.from.at, until: to.at }, disc, core, settings);
    return;
  }
  const next = newStay(wasLeg ? to : away.from, disc, core, settings);
  if (wasLeg) {
    if (stay !== null) close(state, stay, away.from, settings, emit);
    emit(legInterval(away, to, lies, continuesVoyage(stay, away, settings)));
    learnSpeed(state, away, to);
    state.begun = true;
  }
  next.afterLeg = wasLeg;
  next.returned = stay !== null && arcM(stay.disc, next.disc) <= stay.disc.r + next.disc.r;
  next.known = isKnown(state, next.disc);
  state.stay = next;
}

/** Whether a leg continues the previous leg's voyage: after a short daytime stay, unless that leg returned home. */
export function continuesVoyage(stay: Stay | null, away: Away, settings: DetectorSettings): boolean {
  if (stay === null || !stay.afterLeg || stay.returned) return false;
  const lasted = away.from.at - stay.from.at;
  if (lasted < settings.pauseMinutes * MINUTE && !stay.known) return true;
  return lasted < settings.voyageHours * HOUR && !hasNight(stay, away.from.at);
}

/** Whether a stay lasts into the small hours, by solar time. */
function hasNight({ disc, from }: Stay, to: number): boolean {
  const sun = (fromEarthCentred(disc).longitude / 15) * HOUR;
  for (let at = from.at; at < to; at = Math.min(to, at + HOUR)) {
    if (isNight(at + sun)) return true;
  }
  return isNight(to + sun);
}

function isNight(sunTime: number): boolean {
  const hour = (((sunTime % DAY) + DAY) % DAY) / HOUR;
  return hour >= NIGHT_ENDS_H ? hour >= NIGHT_BEGINS_H : true;
}

/** Emits a finished stay; after a long one, remembers its place. */
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

/** Whether the movement was a trip, rather than a shift of berth or a dragging anchor. */
export function isTrip(away: Away, to: Boundary, fromStay: boolean, settings: DetectorSettings): boolean {
  const lasted = to.at - away.from.at;
  if (away.farthestM <= settings.minTripM || lasted < settings.minTripSeconds * 1000) return false;
  return lasted > 0 && !(fromStay && isDrag(away, to.at, settings));
}

/** Whether an anchor dragged: every row says so and the boat was slow, or it did not go far and never made way. */
function isDrag(away: Away, until: number, settings: DetectorSettings): boolean {
  if (isReportedDrag(away, until, settings)) return true;
  if (away.blind !== null || away.stretches.some((s) => s.kind === "gap")) return false;
  const lasted = until - away.from.at;
  return away.farthestM <= settings.dragMaxM && away.fastOutMs < Math.min(DRAG_FAST_MS, 0.3 * lasted);
}

/** Whether every row reports rest and the boat was slow from its last position at rest until a time. */
export function isReportedDrag(away: Away, until: number, settings: DetectorSettings): boolean {
  if (away.reportedMoving || away.farthestM > settings.reportedDragMaxM) return false;
  // The first row outside is dated when the boat was already part of the way.
  const ms = until - (away.blind === null ? away.start.t : away.from.at);
  return ms > 0 && away.farthestM / (ms / 1000) / KNOT_MPS <= settings.reportedDragKnots;
}

/**
 * It was not a trip: the boat swung wider than before, was shifted, or its anchor dragged.
 * @param move when the boat left its disc, when it was at rest again, and its greatest distance from the disc in metres
 */
export function sameStay(
  stay: Stay,
  move: { readonly at: number; readonly until: number; readonly farthestM: number },
  disc: Disc,
  points: readonly Point[],
  settings: DetectorSettings,
): void {
  const joined = joinDiscs(stay.disc, disc);
  if (joined.r <= settings.maxDiscRadiusM) {
    stay.disc = joined;
  } else {
    const metres = Math.round(arcM(stay.disc, disc));
    const drag = move.farthestM > settings.minTripM || stay.anchored > stay.moored;
    stay.events.push({
      kind: drag ? "drag" : "shift",
      from: move.at,
      to: move.until,
      distanceM: metres,
      text: moved(metres, drag),
    });
    if (stay.events.length > MOST_EVENTS) stay.events.shift();
    stay.disc = { ...disc, r: Math.max(disc.r, settings.minDiscRadiusM) };
  }
  stay.outside = 0;
  stay.recent = [];
  for (const p of points) note(stay, p);
}

function arrivalBoundary(stop: Stop, cause: StopCause, snapped: boolean, end: Point, disc: Disc): Boundary {
  const inside = stayedWithin(stop.to - stop.from, disc.r);
  const because = (rule: string, text: string, confidence: number): Boundary => ({
    at: end.t,
    reason: { rule, text },
    confidence,
  });
  if (snapped) return because("reported-status", `reported ${end.status}, and ${inside}`, 0.98);
  switch (cause) {
    case "reported":
      return because("reported-status", `arrived: ${inside}, reported at rest`, 0.95);
    case "trip-id":
      return because("trip-id", `arrived: ${inside}, and the trip's number changed`, 0.95);
    case "known-place":
      return because("known-place", `arrived: ${inside}, where it has stayed before`, 0.9);
    default:
      return because("window-inside", `arrived: ${inside}`, 0.9);
  }
}

/**
 * The first fix at rest came after a silence, so the arrival is estimated by speed instead of dated by that fix.
 * @param last the fix before the silence: the boat was still under way there
 */
function blindArrival(
  away: Away,
  last: Point,
  end: Point,
  seenKnots: number | null,
  settings: DetectorSettings,
): Boundary | null {
  const gap = away.stretches.at(-1);
  if (gap === undefined || gap.kind !== "gap" || gap.to !== end.t) return null;
  const knots = Math.max(1, seenKnots ?? settings.typicalKnots);
  const metres = arcM(last, end);
  const at = Math.round(Math.min(end.t, last.t + Math.max(1, metres / (knots * KNOT_MPS)) * 1000));
  gap.to = at;
  return { at, reason: arrivedInSilence(metres, knots), confidence: 0.5 };
}

/** Speed on the recorded parts; if all is silent, from fix to fix. */
function speedSeen(away: Away): number | null {
  let ms = 0;
  for (const s of away.stretches) if (s.kind !== "gap" && s.kind !== "pause") ms += s.to - s.from;
  if (ms >= 5 * MINUTE) return seenMetres(away) / (ms / 1000) / KNOT_MPS;
  return away.pace.ms < 5 * MINUTE ? null : away.pace.metres / (away.pace.ms / 1000) / KNOT_MPS;
}

/** Updates the usual speed from the newest legs that were long enough. */
function learnSpeed(state: DetectorState, away: Away, to: Boundary): void {
  const seen = speedSeen(away);
  if (seen === null || to.at - away.from.at < 15 * MINUTE) return;
  const knots = state.knots === null ? seen : 0.8 * state.knots + 0.2 * seen;
  state.knots = Math.round(knots * 100) / 100;
}
