/**
 * Finds voyages. Fixes go in one by one, in order of time; out come stays and legs that tile the time since the
 * first fix. There is no clock, no database and no randomness: the state is a function of the fixes alone.
 */
import { arcM, toEarthCentred } from "../../geo/earth-centred.ts";
import { round } from "../../geo/rounding.ts";
import { MINUTE } from "../../time/units.ts";
import type { Fix } from "./fixes/fix.ts";
import { type Point, speedKnots, toPoint } from "./fixes/point.ts";
import { emptySieve, impossible, sift } from "./fixes/sieve.ts";
import type { Interval } from "./intervals/interval.ts";
import { copyState, type DetectorState, type Emit } from "./state.ts";
import type { DetectorSettings } from "./thresholds.ts";
import { count } from "./transitions.ts";
import { intervalsNow } from "./unsettled.ts";

/** A speed counts as kept when it was kept for so long. */
const KEPT_MS = 3 * MINUTE;

export { DETECTOR_VERSION, type DetectorState, initialState, restoreState } from "./state.ts";

/**
 * Adds one fix. A fix that is not newer than the one before changes nothing, so a replay is harmless.
 * @returns the new state, and the intervals that no later fix can change, oldest first
 */
export function step(
  state: DetectorState,
  fix: Fix,
  settings: DetectorSettings,
): { state: DetectorState; settled: readonly Interval[] } {
  return fold(state, [fix], settings);
}

/** The same as `step` for each fix in turn, without a copy of the state at each. */
export function fold(
  state: DetectorState,
  fixes: Iterable<Fix>,
  settings: DetectorSettings,
): { state: DetectorState; settled: readonly Interval[] } {
  const next = copyState(state);
  const settled: Interval[] = [];
  for (const fix of fixes) take(next, fix, settings, (interval) => settled.push(interval));
  return { state: next, settled };
}

function take(state: DetectorState, fix: Fix, settings: DetectorSettings, emit: Emit): void {
  if (state.time !== null && fix.time <= state.time) return;
  state.time = fix.time;
  if (isExcluded(fix, settings)) {
    state.excluded += 1;
    if (state.excluded >= 2) carryAway(state);
    return;
  }
  state.excluded = 0;
  const grew = runTimeGrew(state, fix);
  for (const point of sift(state.sieve, toPoint(fix, grew), settings)) {
    const taken = state.taken;
    const dense = taken !== null && point.t - taken.t < settings.thinSeconds * 1000;
    if (dense && taken.status === point.status && taken.trip === point.trip) continue;
    state.taken = { t: point.t, status: point.status, trip: point.trip };
    count(state, point, settings, emit);
    noteSpeed(state, point, settings);
  }
}

/**
 * The intervals that may still change, oldest first, the last one open. With those settled so far they tile the
 * time since the first fix; before that there are none.
 */
export function unsettled(state: DetectorState, settings: DetectorSettings): readonly Interval[] {
  return intervalsNow(copyState(state), settings);
}

function isExcluded(fix: Fix, settings: DetectorSettings): boolean {
  if (settings.excludedAreas.length === 0) return false;
  const here = toEarthCentred(fix.latitude, fix.longitude);
  return settings.excludedAreas.some((a) => arcM(here, toEarthCentred(a.latitude, a.longitude)) <= a.radiusM);
}

/** The receiver is ashore: the way there was no trip. */
function carryAway(state: DetectorState): void {
  state.carried = state.stay !== null;
  state.away = null;
  state.sieve = emptySieve(state.sieve.last);
}

/** The best speed made good over three minutes, of fixes without a silence between them. */
function noteSpeed(state: DetectorState, point: Point, settings: DetectorSettings): void {
  const { trail } = state;
  const before = trail.at(-1);
  const broken =
    before !== undefined &&
    (point.t - before.t > settings.gapMinutes * MINUTE || impossible(before, point, settings));
  if (broken) trail.length = 0;
  trail.push(point);
  for (let second = trail[1]; second !== undefined && point.t - second.t >= KEPT_MS; second = trail[1])
    trail.shift();
  const first = trail[0];
  if (first === undefined || point.t - first.t < KEPT_MS) return;
  state.best = Math.max(state.best, round(speedKnots(first, point), 2));
}

/** Whether the engines ran for at least a third of the time since the fix before. */
function runTimeGrew(state: DetectorState, fix: Fix): boolean {
  const seconds = fix.engine?.runTimeSeconds ?? null;
  if (seconds === null) return false;
  const before = state.runTime;
  state.runTime = { t: fix.time, seconds };
  return before !== null && (seconds - before.seconds) * 3000 >= fix.time - before.t;
}
