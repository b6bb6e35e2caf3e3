/** The boat's state after a silence, and its consequences. */
import { chordM } from "@wakelog/kit/geo/earth-centred.ts";
import { NM_M } from "@wakelog/kit/geo/units.ts";
import { DAY, HOUR, MINUTE } from "@wakelog/kit/time/units.ts";
import { impossible } from "../fixes/plausible.ts";
import { isMoving, type Point, speedKnots } from "../fixes/point.ts";
import type { GapInterval } from "../intervals/interval.ts";
import type { DetectorState, Silence } from "../state.ts";
import type { DetectorSettings } from "../thresholds.ts";

/** After this long, a boat that lay still is at rest, and one that has made way since the first fix is under way. */
export const TELLING_MS = 3 * MINUTE;
/** After this long, an ambiguous boat is judged by its mean speed. */
const TELLING_MOST_MS = 7 * MINUTE;
/** Minimum speed in knots and distance in metres of a boat that makes way; an anchored boat swings less. */
const WAY_KNOTS = 0.5;
const WAY_M = 60;
/** A slower boat lies still. */
export const STILL_KNOTS = 0.35;

export type Seen = "at rest" | "under way";

/**
 * Whether the boat has been at rest or under way since a first fix.
 * @param next the fix after the next silence, or null if there is none; undefined while more fixes may come
 * @returns null if more fixes are needed
 */
export function seenAgain(
  state: DetectorState,
  first: Point,
  settings: DetectorSettings,
  next: Point | null | undefined,
): Seen | null {
  const { stay, away } = state;
  if (away !== null) return stay === null ? "under way" : "at rest";
  const last = stay?.recent.at(-1);
  if (stay === null || last === undefined) return null;
  if (stay.anchored + stay.moored > 0 || !stay.tentative) return "at rest";
  const ms = last.t - first.t;
  const knots = ms > 0 ? speedKnots(first, last) : 0;
  const makesWay = knots >= WAY_KNOTS && (chordM(first, last) >= WAY_M || next !== undefined);
  if (ms >= TELLING_MS && makesWay) return "under way";
  if (ms >= TELLING_MS && knots <= STILL_KNOTS) return "at rest";
  if (ms >= TELLING_MOST_MS) return knots >= WAY_KNOTS ? "under way" : "at rest";
  if (next === undefined) return null;
  if (ms > 0) return makesWay ? "under way" : "at rest";
  const stays =
    next !== null && speedKnots(last, next) < WAY_KNOTS && chordM(last, next) <= settings.maxDiscRadiusM;
  // Speed and status of a single row may be hours old: plugins report the highest speed since the last row.
  if (stays) return "at rest";
  if (isMoving(last.status)) return "under way";
  if (last.sog !== null) return last.sog >= settings.movingKnots ? "under way" : "at rest";
  return next === null ? "at rest" : "under way";
}

export type Verdict = GapInterval["cause"] | "moved" | "arrived" | "departed" | "paused" | "went on";

/** What happened during a silence; null while that depends on further fixes. */
export function verdict(
  silence: Silence,
  seen: Seen | null,
  best: number,
  settings: DetectorSettings,
): Verdict | null {
  const { first, last } = silence;
  if (impossible(last, first, settings)) return "relocation";
  const ms = first.t - last.t;
  const knots = speedKnots(last, first);
  const wasAtRest = silence.away === null;
  const tooFast = wasAtRest && knots > Math.max(settings.relocationKnots, 2 * best);
  // The last or first stretch of a passage, with the instruments switched off early or on late.
  const near = chordM(last, first) <= settings.nearMiles * NM_M;
  // A shift along the quay is not a passage, however long the silence was.
  const beside = chordM(last, first) <= settings.minTripM || (wasAtRest && isBeside(silence, settings));
  const tooLong = ms > settings.maxGapDays * DAY && !beside;
  if (tooLong && !tooFast && !near) return "unrecorded";
  if (seen === null) return null;
  if (seen === "at rest" && tooFast) return "relocation";
  const oneEndAtRest = wasAtRest !== (seen === "at rest");
  if (tooLong && !(near && oneEndAtRest)) return "unrecorded";
  if (seen === "at rest") return wasAtRest ? "moved" : "arrived";
  if (wasAtRest) return "departed";
  const slow = knots <= settings.restGapKnots && ms >= settings.restGapHours * HOUR;
  return slow ? "paused" : "went on";
}

/** Whether the boat is so close to its old disc that moving there is not a passage, however long it took. */
function isBeside({ stay, first }: Silence, settings: DetectorSettings): boolean {
  return stay !== null && chordM(stay.disc, first) - stay.disc.r <= settings.minTripM;
}
