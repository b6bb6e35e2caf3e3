/** Parses times in loggers' formats. */
import { parseInstant } from "@wakelog/kit/time/iso-time.ts";

/** Below this a number is seconds, above it milliseconds; as seconds, it is in the year 5138. */
const LARGEST_SECONDS = 1e11;
/** Smaller numbers are an index, or a clock that started at power-on. */
const SMALLEST_SECONDS = 1e8;
/** Longer texts are not times. */
const LONGEST = 64;
/** Last valid year: 9999. */
const LARGEST_MILLISECONDS = Date.UTC(10_000, 0);

/**
 * Parses a time, or seconds or milliseconds since 1970, to milliseconds since 1970-01-01 UTC, truncating finer
 * fractions. Null for anything else, such as a date without a time of day.
 */
export function readInstant(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST) return null;
  if (!/^\d+(\.\d+)?$/.test(trimmed)) return trimmed.includes(":") ? parseInstant(trimmed, "logger") : null;
  const number = Number(trimmed);
  if (number < SMALLEST_SECONDS || number >= LARGEST_MILLISECONDS) return null;
  return Math.floor(number < LARGEST_SECONDS ? number * 1000 : number);
}
