/** Figures of a leg from its metric rows. */
import { fastDistanceM, type Position } from "@wakelog/kit/geo/distance.ts";
import { KNOT_MPS, mpsToKnots } from "@wakelog/kit/geo/units.ts";
import type { Interruptible } from "@wakelog/kit/time/slices.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { type Point, toPoint } from "../detector/fixes/point.ts";
import { emptySieve, sift } from "../detector/fixes/sieve.ts";
import type { DetectorSettings } from "../detector/thresholds.ts";
import { type MetricRow, toFix } from "../record/metric-row.ts";
import { measuredKnots } from "./wind/true-wind.ts";

/** A sample counts for the time since the previous one, up to this limit: two reports of a boat at rest. */
export const LONGEST_SAMPLE_MS = 10 * MINUTE;

/** Drops rows whose positions the detector sets aside (glitches, multipath). */
export function* believed(
  rows: readonly MetricRow[],
  settings: DetectorSettings,
): Interruptible<MetricRow[]> {
  const pointOf = (row: MetricRow | undefined): Point | null => {
    const fix = row === undefined ? null : toFix(row);
    return fix === null ? null : toPoint(fix, false);
  };
  // A leg begins with a believed fix.
  const sieve = emptySieve(pointOf(rows[0]));
  const times = new Set<number>(rows.slice(0, 1).map((row) => row.time));
  for (const row of rows.slice(1)) {
    const point = pointOf(row);
    if (point !== null) for (const one of sift(sieve, point, settings)) times.add(one.t);
    yield;
  }
  // The last fix has none after it to confirm it, but the leg ended there.
  const last = rows.at(-1)?.time;
  return rows.filter((row) => row.latitude !== null && (times.has(row.time) || row.time === last));
}

/** Rows on each side to compare a value with, and their greatest distance in time. */
const NEIGHBOURS = 3;
const NEAR_MS = 15 * MINUTE;
/** Gusts and surfing stay below this factor, and this difference in knots, relative to their neighbours. */
const SURGES = {
  speedoverground: { times: 1.5, knots: 2 },
  windspeedapparent: { times: 3, knots: 30 },
  truewindspeed: { times: 3, knots: 30 },
} as const;
export type Measured = keyof typeof SURGES;

/** A row with its measured true wind speed, knots. */
export interface Sample extends MetricRow {
  readonly truewindspeed?: number | null;
}

/**
 * Removes implausible speeds and winds: values that most neighbours contradict and, for a speed, the positions too.
 * @param rows in time order
 * @param windKey the vessel's key for the true wind speed, if not the usual one
 */
export function* plausible(
  rows: readonly MetricRow[],
  windKey: string | null = null,
): Interruptible<Sample[]> {
  const samples: Sample[] = [];
  for (const row of rows) {
    samples.push({ ...row, truewindspeed: measuredKnots(row, windKey) });
    yield;
  }
  const kept: Sample[] = [];
  for (const [i, row] of samples.entries()) {
    const made = madeGood(samples, i);
    kept.push({
      ...row,
      speedoverground: agreeing(samples, i, "speedoverground", made),
      windspeedapparent: agreeing(samples, i, "windspeedapparent", []),
      truewindspeed: agreeing(samples, i, "truewindspeed", []),
    });
    yield;
  }
  return kept;
}

/** The row's value; null if far from the median of its neighbours and other evidence. */
function agreeing(
  rows: readonly Sample[],
  at: number,
  column: Measured,
  evidence: readonly number[],
  value: number | null = rows[at]?.[column] ?? null,
): number | null {
  const row = rows[at];
  if (row === undefined || value === null) return null;
  const around: number[] = [];
  for (let near = at - NEIGHBOURS; near <= at + NEIGHBOURS; near++) {
    const other = near === at ? undefined : rows[near];
    const known = other?.[column] ?? null;
    if (other !== undefined && known !== null && Math.abs(other.time - row.time) <= NEAR_MS)
      around.push(known);
  }
  if (around.length < 2) return value;
  around.sort((a, b) => a - b);
  const low = around[Math.floor((around.length - 1) / 2)] ?? value;
  const high = around[Math.ceil((around.length - 1) / 2)] ?? value;
  const { times, knots } = SURGES[column];
  const most = Math.max(high, ...evidence) * times + knots;
  const least = (Math.min(low, ...evidence) - knots) / times;
  return value > most || value < least ? null : value;
}

/** Speeds between a row and its neighbours, from positions, knots. */
function madeGood(rows: readonly MetricRow[], at: number): number[] {
  const speeds: number[] = [];
  for (const [a, b] of [
    [rows[at - 1], rows[at]],
    [rows[at], rows[at + 1]],
  ] as const) {
    const [from, to] = [placeOf(a), placeOf(b)];
    if (a === undefined || b === undefined || from === null || to === null || b.time <= a.time) continue;
    speeds.push(fastDistanceM(from, to) / ((b.time - a.time) / 1000) / KNOT_MPS);
  }
  return speeds;
}

function placeOf(row: MetricRow | undefined): Position | null {
  if (row === undefined || row.latitude === null || row.longitude === null) return null;
  return { latitude: row.latitude, longitude: row.longitude };
}

/**
 * Mean reported speed or wind, knots, weighted by the time since the previous sample, so that equally spaced samples
 * give their plain mean. Null without samples.
 */
export function meanKnots(rows: readonly Sample[], column: Measured): number | null {
  const samples = rows.filter((row) => row[column] != null);
  const spacing = samples.map((row, i) =>
    Math.min(row.time - (samples[i - 1]?.time ?? row.time), LONGEST_SAMPLE_MS),
  );
  // The first sample weighs as much as the second. That spacing is the unit, so that equal weights are exactly 1.
  const unit = spacing[1] ?? 1;
  spacing[0] = unit;
  let sum = 0;
  let weights = 0;
  samples.forEach((row, i) => {
    const weight = (spacing[i] ?? 0) / unit;
    sum += (row[column] ?? 0) * weight;
    weights += weight;
  });
  return weights > 0 ? sum / weights : null;
}

/** Keys of the greatest value since the row before, metres per second, as plugins that watch every value send it. */
const GREATEST = {
  speedoverground: "navigation.speedOverGround:max",
  windspeedapparent: "environment.wind.speedApparent:max",
  // None sends that of the true wind.
  truewindspeed: null,
} as const satisfies Readonly<Record<Measured, string | null>>;

/**
 * The greatest speed or wind, knots, of rows and between them; null if there is none.
 * @param rows plausible ones, in time order
 */
export function* greatestKnots(rows: readonly Sample[], column: Measured): Interruptible<number | null> {
  let most: number | null = null;
  const key = GREATEST[column];
  for (const [at, row] of rows.entries()) {
    yield;
    const between = key === null ? null : row.metrics?.[key];
    const found = [
      row[column] ?? null,
      typeof between === "number" ? agreeing(rows, at, column, [], mpsToKnots(between)) : null,
    ];
    for (const value of found) if (value !== null && (most === null || value > most)) most = value;
  }
  return most;
}
