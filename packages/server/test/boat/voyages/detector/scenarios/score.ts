/** Compares results with the truth. */

import type { Interruptible } from "@wakelog/kit/time/slices.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import type { Fix } from "../../../../../src/boat/voyages/detector/fixes/fix.ts";
import type { Interval, LegInterval } from "../../../../../src/boat/voyages/detector/intervals/interval.ts";
import { DEFAULT_SETTINGS } from "../../../../../src/boat/voyages/detector/thresholds.ts";
import {
  filteredRows,
  lengthNm,
  lineOf,
  recordedParts,
} from "../../../../../src/boat/voyages/finishing/log-line.ts";
import { believed } from "../../../../../src/boat/voyages/finishing/log-numbers.ts";
import type { MetricRow } from "../../../../../src/boat/voyages/record/metric-row.ts";
import type { Truth } from "./scenario.ts";

export interface Score {
  readonly wanted: number;
  readonly got: number;
  /** Trips found where there were none; trips not found; cuts within a trip; trips run together. */
  readonly falseTrips: number;
  readonly missed: number;
  readonly wrongSplits: number;
  readonly wrongJoins: number;
  /** Errors of the matched trips, seconds; positive when found late. */
  readonly startErrors: readonly number[];
  readonly endErrors: readonly number[];
  /** By how much the distance of each matched trip is longer than it was, as a part of it. */
  readonly distanceErrors: readonly number[];
}

interface Span {
  from: number;
  to: number;
  nm: number;
}

/** Legs as spans; as voyages, a leg that continues one lengthens it. */
function spans(intervals: readonly Interval[], fixes: readonly Fix[], asVoyages: boolean): Span[] {
  const found: Span[] = [];
  for (const leg of intervals.filter((i): i is LegInterval => i.kind === "leg")) {
    const last = found.at(-1);
    const to = leg.to ?? Number.MAX_SAFE_INTEGER;
    const nm = distanceNm(leg, fixes);
    if (asVoyages && leg.continuesVoyage && last !== undefined) {
      last.to = to;
      last.nm += nm;
    } else found.push({ from: leg.from, to, nm });
  }
  return found;
}

/** The distance that the logbook shows of a leg: along its one line, as finishing measures it. */
function distanceNm(leg: LegInterval, fixes: readonly Fix[]): number {
  const { to, toLatitude, toLongitude } = leg;
  if (to === null || toLatitude === null || toLongitude === null) return 0;
  const recorded = fixes.filter((fix) => fix.time >= leg.from && fix.time <= to).map(metricRow);
  const ends = {
    from: [leg.fromLongitude, leg.fromLatitude],
    to: [toLongitude, toLatitude],
  } as const;
  const rows = atOnce(believed(recorded, DEFAULT_SETTINGS));
  const line = atOnce(filteredRows(ends, rows, [], DEFAULT_SETTINGS.gapMinutes * MINUTE));
  return atOnce(lengthNm(lineOf(ends, recordedParts(line))));
}

/** A fix this long before or after a trip does not constrain its start or end. */
const SHORT_MS = 10 * 60_000;

/**
 * The track through the true positions at the times of fixes, from the last one before the trip to the first after
 * it: the result of a perfect receiver. (A fix a minute cuts corners.)
 */
function trueNm(trip: { from: number; to: number }, fixes: readonly Fix[], truth: Truth): number {
  const times = fixes.map((fix) => fix.time);
  const before = times.findLast((time) => time <= trip.from) ?? trip.from;
  const from = trip.from - before < SHORT_MS ? before : trip.from;
  const after = times.find((time) => time >= trip.to) ?? trip.to;
  const to = after - trip.to < SHORT_MS ? after : trip.to;
  const between = times.filter((time) => time > from && time < to);
  const line = [from, ...between, to].map(truth.whereabouts);
  return atOnce(lengthNm(line.map(({ latitude, longitude }) => [longitude, latitude])));
}

/** Does the work without an interruption. */
function atOnce<T>(work: Interruptible<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

function metricRow(fix: Fix): MetricRow {
  return {
    time: fix.time,
    client_id: null,
    latitude: fix.latitude,
    longitude: fix.longitude,
    speedoverground: fix.sogKnots,
    courseovergroundtrue: fix.cogDegrees,
    windspeedapparent: null,
    anglespeedapparent: null,
    status: fix.status,
    metrics: null,
  };
}

/** Receiver noise at both ends of a trip, however short it is: 20 metres. */
const NOISE_NM = 20 / 1852;

function overlap(a: { from: number; to: number }, b: { from: number; to: number }): boolean {
  return Math.min(a.to, b.to) > Math.max(a.from, b.from);
}

/** @param fixes in order of time: distances are counted from them */
export function score(
  intervals: readonly Interval[],
  fixes: readonly Fix[],
  truth: Truth,
  asVoyages: boolean,
): Score {
  const found = spans(intervals, fixes, asVoyages);
  const distanceErrors: number[] = [];
  const startErrors: number[] = [];
  const endErrors: number[] = [];
  let missed = 0;
  let wrongSplits = 0;
  for (const trip of truth.trips) {
    const matches = found.filter((f) => overlap(f, trip));
    const first = matches[0];
    const last = matches.at(-1);
    if (first === undefined || last === undefined) {
      missed += 1;
      continue;
    }
    wrongSplits += matches.length - 1;
    startErrors.push((first.from - trip.from) / 1000);
    endErrors.push((last.to - trip.to) / 1000);
    const nm = trueNm(trip, fixes, truth);
    const error = matches.reduce((sum, one) => sum + one.nm, 0) - nm;
    distanceErrors.push(Math.abs(error) <= NOISE_NM ? 0 : error / nm);
  }
  let falseTrips = 0;
  let wrongJoins = 0;
  for (const f of found) {
    const matches = truth.trips.filter((trip) => overlap(f, trip)).length;
    if (matches === 0) falseTrips += 1;
    if (matches > 1) wrongJoins += matches - 1;
  }
  return {
    wanted: truth.trips.length,
    got: found.length,
    falseTrips,
    missed,
    wrongSplits,
    wrongJoins,
    startErrors,
    endErrors,
    distanceErrors,
  };
}
