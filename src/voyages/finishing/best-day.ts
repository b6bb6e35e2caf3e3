/** The best 24 hours of a log. */
import { distanceM } from "../../geo/distance.ts";
import { metresToNm } from "../../geo/units.ts";
import type { Interruptible } from "../../time/slices.ts";
import { DAY } from "../../time/units.ts";
import type { MetricRow } from "../record/metric-row.ts";

/** How far the boat had come at a time. */
interface Passed {
  readonly time: number;
  readonly metres: number;
}

/** The greatest distance within any 24 hours, nautical miles; null for fewer than two positions. */
export function* bestDayNm(rows: readonly MetricRow[]): Interruptible<number | null> {
  const passed = yield* distances(rows);
  if (passed.length < 2) return null;
  // The distance of 24 hours changes evenly between the moments at which one of their ends passes a row. So
  // it is greatest at such a moment.
  const ends = passed.flatMap(({ time }) => [time, time + DAY]).sort((a, b) => a - b);
  const atEnd = follow(passed);
  const atBegin = follow(passed);
  let best = 0;
  for (const end of ends) {
    best = Math.max(best, atEnd(end) - atBegin(end - DAY));
    yield;
  }
  return metresToNm(best);
}

function* distances(rows: readonly MetricRow[]): Interruptible<Passed[]> {
  const passed: Passed[] = [];
  let before: { readonly latitude: number; readonly longitude: number } | undefined;
  let metres = 0;
  for (const { time, latitude, longitude } of rows) {
    if (latitude === null || longitude === null) continue;
    if (before !== undefined) metres += distanceM(before, { latitude, longitude });
    before = { latitude, longitude };
    passed.push({ time, metres });
    yield;
  }
  return passed;
}

/** Finds the metres sailed by a time. Times must come in order. Between two rows the speed is even. */
function follow(passed: readonly Passed[]): (time: number) => number {
  let at = 0;
  return (time) => {
    while ((passed[at + 1]?.time ?? Number.POSITIVE_INFINITY) <= time) at++;
    const before = passed[at];
    const after = passed[at + 1];
    if (before === undefined || time <= before.time) return before?.metres ?? 0;
    if (after === undefined) return before.metres;
    return (
      before.metres + ((after.metres - before.metres) * (time - before.time)) / (after.time - before.time)
    );
  };
}
