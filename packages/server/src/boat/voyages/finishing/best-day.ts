/** Distance over time: a log's best 24 hours, and the miles of its parts. */
import { distanceM } from "@wakelog/kit/geo/distance.ts";
import type { TimedPosition } from "@wakelog/kit/geo/track.ts";
import { metresToNm } from "@wakelog/kit/geo/units.ts";
import type { Interruptible } from "@wakelog/kit/time/slices.ts";
import { DAY } from "@wakelog/kit/time/units.ts";

/** Distance sailed up to a time. */
interface Passed {
  readonly time: number;
  readonly metres: number;
}

/** Greatest distance within any 24 hours, nautical miles; null for fewer than two positions. */
export function* bestDayNm(track: readonly TimedPosition[]): Interruptible<number | null> {
  const passed = yield* distances(track);
  if (passed.length < 2) return null;
  // A 24-hour window's distance is linear until one of its ends passes a row, so its maximum is there.
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

/** Nautical miles between successive times. The outer parts include the rest, so that the parts add up to the track. */
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

/** Metres sailed up to a time. Call with ascending times. Speed is constant between two rows. */
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
