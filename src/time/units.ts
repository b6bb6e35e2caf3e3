/** Lengths of time in milliseconds, the unit in which the program counts time. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
/** Twenty-four hours; nothing here knows summer time. */
export const DAY = 24 * HOUR;
