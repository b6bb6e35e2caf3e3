/** The night of the tests of the night watch. */

export const START = Date.parse("2026-11-25T22:00:00Z");
export const MINUTE = 60_000;
/** Her ring. */
export const WATCH = { key: "1,2", radius: 45 };
/** For how long her position is current. */
export const FRESH_MS = 10 * MINUTE;
