/** How far a log had come at any time: its best 24 hours, and the miles of its parts. */
import { distanceM } from "@wakelog/kit/geo/distance.ts";
import type { TimedPosition } from "@wakelog/kit/geo/track.ts";
import { metresToNm } from "@wakelog/kit/geo/units.ts";
import type { Interruptible } from "@wakelog/kit/time/slices.ts";
import { DAY } from "@wakelog/kit/time/units.ts";

/** How far the boat had come at a time. */
interface Passed {
  readonly time: number;
  readonly metres: number;
}

/** The greatest distance within any 24 hours, nautical miles; null for fewer than two positions. */
export function* bestDayNm(track: readonly TimedPosition[]): Interruptible<number | null> {
  const passed = yield* distances(track);
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

/**
 * Nautical miles between each two of some times in order. What lies before the first and after the last counts with the
 * parts at the ends, so that all parts together are the whole track.
 */
export function* milesBetween(
  track: readonly TimedPosition[],
  times: readonly number[],
): Interruptible<number[]> {
  const passed = yield* distances(track);
  const at = follow(passed);
  const metres = times.map((time, i) =>
    i === 0 ? 0 : i === times.length - 1 ? (passed.at(-1)?.metres ?? 0) : at(time),
  );
  return metres.slice(1).map((end, i) => metresToNm(end - (metres[i] ?? 0)));
}

function* distances(track: readonly TimedPosition[]): Interruptible<Passed[]> {
  const passed: Passed[] = [];
  let before: TimedPosition | undefined;
  let metres = 0;
  for (const here of track) {
    if (before !== undefined) metres += distanceM(before, here);
    before = here;
    passed.push({ time: here.time, metres });
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
