/** Boats send a row every five minutes when they lie still: after ten, one or more are missing. */
const FRESH_SECONDS = 600;

/** Seconds from an instant until now; negative where the boat's clock is ahead. */
export function ageSeconds(time: Date, now: Date): number {
  return (now.getTime() - time.getTime()) / 1000;
}

/** Whether a value of this time can be read as current. One dated into the future cannot. */
export function isFresh(time: Date | null, now: Date): boolean {
  return time !== null && Math.abs(ageSeconds(time, now)) <= FRESH_SECONDS;
}
