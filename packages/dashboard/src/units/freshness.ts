/** Boats at rest send a row every five minutes: after ten, at least one is missing. */
export const FRESH_SECONDS = 600;
/** Boats that save power send a row an hour; a longer pause is an outage. */
const OUTAGE_SECONDS = 4200;
/** A slower boat is at rest, knots. */
const REST_KNOTS = 1;
const FEWEST_WAITS = 3;
/** No boat's values count as current for longer. */
export const MOST_FRESH_SECONDS = 2 * OUTAGE_SECONDS;

/** Seconds from an instant until now; negative if the boat's clock is ahead. */
export function ageSeconds(time: Date, now: Date): number {
  return (now.getTime() - time.getTime()) / 1000;
}

/** Whether a value of this time is current: ten minutes old at most, or what its boat is given. */
export function isFresh(time: Date | null, now: Date, freshSeconds = FRESH_SECONDS): boolean {
  return time !== null && Math.abs(ageSeconds(time, now)) <= freshSeconds;
}

/**
 * How long a boat's values count as current: ten minutes, or twice her usual interval at rest where that is longer, as
 * the service allows the anchor watch. The usual interval is the 90th percentile.
 * @param rows oldest first
 */
export function freshSecondsOf(
  rows: readonly { readonly time: Date; readonly sogKnots: number | null }[],
): number {
  const waits = rows
    .flatMap(({ time, sogKnots }, index) => {
      const before = rows[index - 1];
      if (before === undefined || Math.max(sogKnots ?? 0, before.sogKnots ?? 0) >= REST_KNOTS) return [];
      const wait = ageSeconds(before.time, time);
      return wait <= OUTAGE_SECONDS ? [wait] : [];
    })
    .sort((a, b) => a - b);
  if (waits.length < FEWEST_WAITS) return FRESH_SECONDS;
  const at = 0.9 * (waits.length - 1);
  const [low, high] = [waits[Math.floor(at)] ?? 0, waits[Math.ceil(at)] ?? 0];
  return Math.max(FRESH_SECONDS, 2 * (low + (high - low) * (at - Math.floor(at))));
}
