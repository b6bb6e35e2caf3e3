/** A gap is longer than this many times the usual interval. */
const USUAL_INTERVALS = 3;

/**
 * Values as the plot library draws them: a line breaks at null and goes on over undefined. Steps without a value
 * between measurements at about their usual interval become undefined, so that a boat that sends seldom has a line.
 * @param places the x axis, ascending
 */
export function bridged(
  places: readonly number[],
  values: readonly (number | null)[],
): (number | null | undefined)[] {
  const measured = [...values.keys()].filter((index) => values[index] !== null);
  const between = (nth: number) => (places[measured[nth] ?? 0] ?? 0) - (places[measured[nth - 1] ?? 0] ?? 0);
  const intervals = measured.slice(1).map((_, nth) => between(nth + 1));
  const usual = intervals.toSorted((a, b) => a - b)[Math.floor(intervals.length / 2)] ?? 0;
  const drawn: (number | null | undefined)[] = [...values];
  for (const [nth, interval] of intervals.entries()) {
    if (interval > usual * USUAL_INTERVALS) continue;
    drawn.fill(undefined, (measured[nth] ?? 0) + 1, measured[nth + 1]);
  }
  return drawn;
}
