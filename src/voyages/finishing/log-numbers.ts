/** The numbers of a leg that its metric rows give. */
import type { Interruptible } from "../../time/slices.ts";
import { MINUTE } from "../../time/units.ts";
import { type Point, toPoint } from "../detector/fixes/point.ts";
import { emptySieve, sift } from "../detector/fixes/sieve.ts";
import type { DetectorSettings } from "../detector/thresholds.ts";
import { type MetricRow, toFix } from "../record/metric-row.ts";

/** A sample stands for the time since the one before it, at most for so long: two reports of a boat at rest. */
export const LONGEST_SAMPLE_MS = 10 * MINUTE;

/** Rows whose positions are believed: what the detector sets aside (glitches, multipath) is not part of the track. */
export function* believed(
  rows: readonly MetricRow[],
  settings: DetectorSettings,
): Interruptible<MetricRow[]> {
  const pointOf = (row: MetricRow | undefined): Point | null => {
    const fix = row === undefined ? null : toFix(row);
    return fix === null ? null : toPoint(fix, false);
  };
  // A leg begins with a fix that was believed.
  const sieve = emptySieve(pointOf(rows[0]));
  const times = new Set<number>(rows.slice(0, 1).map((row) => row.time));
  for (const row of rows.slice(1)) {
    const point = pointOf(row);
    if (point !== null) for (const one of sift(sieve, point, settings)) times.add(one.t);
    yield;
  }
  // There was nothing left to confirm the last one: it is where the leg ended.
  const last = rows.at(-1)?.time;
  return rows.filter((row) => row.latitude !== null && (times.has(row.time) || row.time === last));
}

/**
 * Mean of the reported speed or wind, knots; each sample weighs as much as the time since the sample before it, so
 * equally spaced samples give their plain mean. Null without samples.
 */
export function meanKnots(
  rows: readonly MetricRow[],
  column: "speedoverground" | "windspeedapparent",
): number | null {
  const samples = rows.filter((row) => row[column] !== null);
  const spacing = samples.map((row, i) =>
    Math.min(row.time - (samples[i - 1]?.time ?? row.time), LONGEST_SAMPLE_MS),
  );
  // The first stands for as much as the second; and weights are counted in it, which makes equal ones exactly 1.
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

/** The largest value; null without any. */
export function maximum(values: readonly (number | null)[]): number | null {
  return values.reduce(
    (most, value) => (value === null || (most !== null && most >= value) ? most : value),
    null,
  );
}
