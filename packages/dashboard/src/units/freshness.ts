/** Boats at rest send a row every five minutes: after ten, at least one is missing. */
const FRESH_SECONDS = 600;

/** Seconds from an instant until now; negative if the boat's clock is ahead. */
export function ageSeconds(time: Date, now: Date): number {
  return (now.getTime() - time.getTime()) / 1000;
}

/** Whether a value of this time is current: within ten minutes of our clock. */
export function isFresh(time: Date | null, now: Date): boolean {
  return time !== null && Math.abs(ageSeconds(time, now)) <= FRESH_SECONDS;
}
