/** A receiver after power-on: its first positions may be far off and converge, though it reports no speed. */
import { chordM } from "@wakelog/kit/geo/earth-centred.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { tentativeStay } from "../at-rest.ts";
import { type Point, speedKnots } from "../fixes/point.ts";
import type { DetectorState, Silence, Stay } from "../state.ts";
import type { DetectorSettings } from "../thresholds.ts";
import { STILL_KNOTS, TELLING_MS } from "./verdict.ts";

/** Time to a reliable position. */
const SETTLED_MS = 10 * MINUTE;
/** Maximum error meanwhile. */
const FARTHEST_M = 1852;

/**
 * Removes the first fixes after a silence that move without reported speed near the boat's place: if they converge
 * there, it never moved; otherwise only their end counts.
 * @param next see `seenAgain`
 * @returns whether the silence needs no verdict, or none yet
 */
export function isSettling(
  state: DetectorState,
  silence: Silence,
  next: Point | null | undefined,
  settings: DetectorSettings,
): boolean {
  const { stay: home, away: was, first } = silence;
  const newest =
    state.away === null ? state.stay?.recent.at(-1) : (state.away.buffer.at(-1) ?? state.away.last);
  if (was !== null || home === null || newest === undefined || !silence.quiet) return false;
  if (!isQuiet(newest, home, settings)) {
    state.silence = { ...silence, quiet: false };
    return false;
  }
  const since = newest.t - first.t;
  if (since <= SETTLED_MS && chordM(home.disc, newest) <= home.disc.r + settings.leaveMarginM) {
    goHome(state, home);
    return true;
  }
  const lies = since >= TELLING_MS && speedKnots(first, newest) <= STILL_KNOTS;
  if (lies || (next !== undefined && next !== null)) return false;
  if (since < SETTLED_MS) {
    if (next === null && newest.sog !== null) goHome(state, home);
    return next === undefined || newest.sog !== null;
  }
  if (newest.sog === null || chordM(first, newest) <= settings.stopRadiusM) return false;
  state.silence = { ...silence, first: newest };
  state.stay = tentativeStay(newest, settings);
  state.away = null;
  return true;
}

function isQuiet(point: Point, { disc }: Stay, settings: DetectorSettings): boolean {
  return (point.sog ?? 0) < settings.movingKnots && chordM(disc, point) - disc.r <= FARTHEST_M;
}

function goHome(state: DetectorState, home: Stay): void {
  state.silence = null;
  state.away = null;
  state.stay = home;
}
