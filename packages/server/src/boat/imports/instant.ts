/** Reads times as loggers write them. */
import { parseInstant } from "@wakelog/kit/time/iso-time.ts";

/** Smaller numbers are seconds, larger ones milliseconds; in seconds the border is the year 5138. */
const LARGEST_SECONDS = 1e11;
/** Smaller numbers are not times since 1970 but an index, or a clock that started at power-on. */
const SMALLEST_SECONDS = 1e8;
/** Longer texts are no times. */
const LONGEST = 64;
/** Beyond the year 9999 there are no times. */
const LARGEST_MILLISECONDS = Date.UTC(10_000, 0);

/**
 * Parses a logger's time, or a number of seconds or milliseconds since 1970, to milliseconds since 1970-01-01 UTC,
 * truncating finer fractions. Null if the text is neither, or a date without a time of day.
 */
export function readInstant(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST) return null;
  if (!/^\d+(\.\d+)?$/.test(trimmed)) return trimmed.includes(":") ? parseInstant(trimmed, "logger") : null;
  const number = Number(trimmed);
  if (number < SMALLEST_SECONDS || number >= LARGEST_MILLISECONDS) return null;
  return Math.floor(number < LARGEST_SECONDS ? number * 1000 : number);
}
