/** Whether a vessel can have gone from one fix to another, judged by its limit, its reports and its own record. */
import { chordM } from "@wakelog/kit/geo/earth-centred.ts";
import { round } from "@wakelog/kit/geo/rounding.ts";
import { KNOT_MPS } from "@wakelog/kit/geo/units.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import type { DetectorSettings } from "../thresholds.ts";
import { type Point, speedKnots } from "./point.ts";

/** A fast step below this distance is ordinary noise between fixes seconds apart. */
export const NOISE_M = 200;
/** How long a speed must be kept to count. */
const KEPT_MS = 3 * MINUTE;
/** Minimum of consecutive fixes at that speed: strays are fast, too. */
const KEPT_FIXES = 6;
/** Two measured positions never agree to the centimetre, the stored precision. */
export const SAME_M = 0.02;

/** A vessel due to have gone this far has moved, however coarse its positions are. */
const DUE_M = 50;

/** Whether the vessel cannot have gone from one fix to the other. */
export function impossible(a: Point, b: Point, settings: DetectorSettings): boolean {
  return chordM(a, b) > NOISE_M && speedKnots(a, b) > settings.maxKnots;
}

/**
 * Whether another fix must confirm a step: it is faster than both fixes report and than the vessel ever was. A stray
 * fix may report any speed, so the smaller of the two counts.
 */
export function suspect(a: Point, b: Point, best: number, settings: DetectorSettings): boolean {
  const reported = 2.5 * Math.min(a.sog ?? b.sog ?? 0, b.sog ?? a.sog ?? 0);
  const most = Math.min(settings.maxKnots, Math.max(settings.suspectKnots, reported, 2 * best));
  return chordM(a, b) > NOISE_M && speedKnots(a, b) > most;
}

/**
 * Whether the receiver repeats a position although it reports movement: frozen, or just awake.
 * @param since when it first had that position
 */
export function repeats(before: Point, point: Point, since: number, settings: DetectorSettings): boolean {
  const moves = due(before, point, since, settings) >= DUE_M && before.status === point.status;
  return moves && chordM(before, point) <= SAME_M;
}

/** Whether the vessel reports movement but is still much nearer to the fix before: the position may be outdated. */
export function lags(before: Point, point: Point, settings: DetectorSettings): boolean {
  return due(before, point, before.t, settings) - chordM(before, point) > NOISE_M;
}

/** Metres due at the smaller of the reported speeds; 0 if it does not move. */
function due(before: Point, point: Point, since: number, settings: DetectorSettings): number {
  const slowest = Math.min(before.sog ?? 0, point.sog ?? 0);
  return slowest < settings.movingKnots ? 0 : slowest * KNOT_MPS * ((point.t - since) / 1000);
}

/**
 * The speed kept for three minutes, without a silence, at the newest believed fix, knots.
 * @param trail some minutes of earlier fixes, to which it is added
 * @returns 0 if unknown
 */
export function keptKnots(trail: Point[], point: Point, settings: DetectorSettings): number {
  const before = trail.at(-1);
  if (before !== undefined) {
    if (point.t - before.t < settings.thinSeconds * 1000) return 0;
    if (point.t - before.t > settings.gapMinutes * MINUTE || impossible(before, point, settings))
      trail.length = 0;
  }
  trail.push(point);
  for (let second = trail[1]; second !== undefined; second = trail[1]) {
    if (point.t - second.t < KEPT_MS || trail.length <= KEPT_FIXES) break;
    trail.shift();
  }
  const first = trail[0];
  if (first === undefined || point.t - first.t < KEPT_MS || trail.length < KEPT_FIXES) return 0;
  const knots = speedKnots(first, point);
  const kept = trail.every((b, i) => i === 0 || speedKnots(trail[i - 1] ?? b, b) >= knots / 2);
  return kept ? round(knots, 2) : 0;
}
