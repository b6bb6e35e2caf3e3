/** Durations in milliseconds, the program's unit of time. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
/** Twenty-four hours, regardless of daylight saving time. */
export const DAY = 24 * HOUR;
