/**
 * A boat at rest suddenly appears elsewhere, with no silence in which it could have got there: its receiver is
 * jammed, or another one is sending. What it does there is set aside, and dropped once it appears at home again.
 */
import { chordM } from "@wakelog/kit/geo/earth-centred.ts";
import type { Point } from "../fixes/point.ts";
import type { DetectorState, Emit, Stay } from "../state.ts";
import type { DetectorSettings } from "../thresholds.ts";

/** Emits to the set-aside list while the boat appears to be elsewhere. */
export function diverted(state: DetectorState, emit: Emit): Emit {
  return (interval) => {
    if (state.detour === null) emit(interval);
    else state.detour.aside.push(interval);
  };
}

/** Sets aside all intervals from now on. */
export function beginDetour(state: DetectorState, home: Stay): void {
  state.detour = { home: { ...home, recent: [...home.recent], outside: 0 }, aside: [], begun: state.begun };
}

/** Accepts what was set aside. */
export function endDetour(state: DetectorState, emit: Emit): void {
  const aside = state.detour?.aside ?? [];
  state.detour = null;
  for (const interval of aside) emit(interval);
}

/** Whether a fix shows that the boat never left; if so, the detour did not happen. */
export function isHomeAgain(state: DetectorState, point: Point, settings: DetectorSettings): boolean {
  const { detour } = state;
  if (detour === null) return false;
  const { home, begun } = detour;
  if (chordM(home.disc, point) > home.disc.r + settings.leaveMarginM) return false;
  state.detour = null;
  state.silence = null;
  state.away = null;
  state.stay = home;
  state.begun = begun;
  state.sieve.best = state.sieve.bestBefore;
  state.sieve.trail = [];
  return true;
}
