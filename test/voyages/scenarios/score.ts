/** Compares what was found with what was. */
import type { Interval, LegInterval } from "../../../src/voyages/interval.ts";
import type { Truth } from "./catalogue.ts";

export interface Score {
  readonly wanted: number;
  readonly got: number;
  /** Trips found where there were none; trips not found; cuts within a trip or trips run together. */
  readonly falseTrips: number;
  readonly missed: number;
  readonly wrongSplits: number;
  /** Errors of the matched trips, seconds; positive when found late. */
  readonly startErrors: readonly number[];
  readonly endErrors: readonly number[];
}

interface Span {
  from: number;
  to: number;
}

/** Legs as spans; as voyages, a leg that continues one lengthens it. */
export function spans(intervals: readonly Interval[], asVoyages: boolean): Span[] {
  const found: Span[] = [];
  for (const leg of intervals.filter((i): i is LegInterval => i.kind === "leg")) {
    const last = found.at(-1);
    const to = leg.to ?? Number.MAX_SAFE_INTEGER;
    if (asVoyages && leg.continuesVoyage && last !== undefined) last.to = to;
    else found.push({ from: leg.from, to });
  }
  return found;
}

function overlap(a: Span, b: Span): boolean {
  return Math.min(a.to, b.to) > Math.max(a.from, b.from);
}

export function score(intervals: readonly Interval[], truth: Truth, asVoyages: boolean): Score {
  const found = spans(intervals, asVoyages);
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
  }
  let falseTrips = 0;
  for (const f of found) {
    const matches = truth.trips.filter((trip) => overlap(f, trip)).length;
    if (matches === 0) falseTrips += 1;
    if (matches > 1) wrongSplits += matches - 1;
  }
  return {
    wanted: truth.trips.length,
    got: found.length,
    falseTrips,
    missed,
    wrongSplits,
    startErrors,
    endErrors,
  };
}
