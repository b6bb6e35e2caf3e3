/**
 * Detects voyages. Takes fixes one by one, in order of time, and returns stays, legs and gaps that tile the time
 * since the first fix. Uses no clock, database or randomness: the state is a function of the fixes alone.
 */
import { arcM, toEarthCentred } from "@wakelog/kit/geo/earth-centred.ts";
import type { Fix } from "./fixes/fix.ts";
import { toPoint } from "./fixes/point.ts";
import { emptySieve, sift } from "./fixes/sieve.ts";
import type { Interval } from "./intervals/interval.ts";
import { copyState, type DetectorState, type Emit } from "./state.ts";
import type { DetectorSettings } from "./thresholds.ts";
import { count } from "./transitions.ts";
import { intervalsNow } from "./unsettled.ts";

export { DETECTOR_VERSION, type DetectorState, initialState, restoreState } from "./state.ts";

/**
 * Adds one fix. A fix that is not newer than the previous one changes nothing, so that a replay is harmless.
 * @returns the new state, and the intervals that no later fix can change, oldest first
 */
export function step(
  state: DetectorState,
  fix: Fix,
  settings: DetectorSettings,
): { state: DetectorState; settled: readonly Interval[] } {
  return fold(state, [fix], settings);
}

/** The same as `step` for each fix in turn, but copies the state only once. */
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
  }
}

/**
 * The intervals that may still change, oldest first; the last one is open. Together with the settled ones they tile
 * the time since the first fix; empty before it.
 * @param isOver whether no further fix is expected: a leg under way then ends with the newest one, and may be the
 * last interval. The state is unchanged, so later fixes continue as if this had not been called.
 */
export function unsettled(
  state: DetectorState,
  settings: DetectorSettings,
  isOver = false,
): readonly Interval[] {
  return intervalsNow(copyState(state), settings, isOver);
}

function isExcluded(fix: Fix, settings: DetectorSettings): boolean {
  if (settings.excludedAreas.length === 0) return false;
  const here = toEarthCentred(fix.latitude, fix.longitude);
  return settings.excludedAreas.some((a) => arcM(here, toEarthCentred(a.latitude, a.longitude)) <= a.radiusM);
}

/** The receiver is ashore, so the movement was not a trip. */
function carryAway(state: DetectorState): void {
  state.carried = state.stay !== null;
  state.away = null;
  state.sieve = emptySieve(state.sieve.last, state.sieve.best);
}

/** Whether the engines ran for at least a third of the time since the previous fix. */
function runTimeGrew(state: DetectorState, fix: Fix): boolean {
  const seconds = fix.engine?.runTimeSeconds ?? null;
  if (seconds === null) return false;
  const before = state.runTime;
  state.runTime = { t: fix.time, seconds };
  return before !== null && (seconds - before.seconds) * 3000 >= fix.time - before.t;
}
