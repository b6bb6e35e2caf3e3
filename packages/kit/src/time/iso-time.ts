/** Parses times from boats and loggers. */
import { MINUTE } from "./units.ts";

/**
 * The forms of a time. Time of day and zone may be missing in both.
 * - `iso`: 2026-06-01, 2026-06-01T10:00[:00[.123]], a space instead of T, and Z, +02, +0200, +02:00 or nothing at the end.
 * - `logger`: also `2026-6-1`, `2026/06/01`, `2026.06.01`, `9:05` and `UTC` or `GMT`, as in files of other programs.
 */
const FORMS = {
  iso: /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i,
  logger:
    /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?:[T ]+(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i,
} as const;
/** The largest offset from UTC that PostgreSQL accepts: 15:59. */
const LARGEST_OFFSET_MINUTES = 16 * 60 - 1;

/**
 * Parses a time to milliseconds since 1970-01-01 UTC, truncating finer fractions. A time without a zone is UTC. As in
 * ISO 8601 and PostgreSQL, 24:00 is the end of its day, and a leap second (:60) is the first second of the next minute.
 * Null for another form, or a nonexistent day, hour or zone.
 */
export function parseInstant(text: string, form: keyof typeof FORMS = "iso"): number | null {
  const parts = FORMS[form].exec(text.trim());
  if (parts === null) return null;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", zone = "Z"] = parts;
  const midnight = midnightOf(Number(year), Number(month), Number(day));
  const inDay = millisecondOfDay(Number(hour), Number(minute), Number(second), fraction);
  const offset = zoneMinutes(zone);
  if (midnight === null || inDay === null || offset === null) return null;
  return midnight + inDay - offset * MINUTE;
}

/** Null if the day does not exist. */
function midnightOf(year: number, month: number, day: number): number | null {
  const date = new Date(0);
  // Date.UTC would treat the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : null;
}

function millisecondOfDay(hour: number, minute: number, second: number, fraction: string): number | null {
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, "0"));
  const isEndOfDay = hour === 24 && minute === 0 && second === 0 && Number(fraction) === 0;
  if ((hour > 23 && !isEndOfDay) || minute > 59 || second > 60) return null;
  return (hour * 60 + minute) * MINUTE + second * 1000 + milliseconds;
}

/** The offset of `Z`, `UTC`, `GMT`, `+02`, `+0200` or `+02:00` in minutes east of UTC; null beyond 15:59. */
function zoneMinutes(zone: string): number | null {
  if (!/^[+-]/.test(zone)) return 0;
  const digits = zone.slice(1).replace(":", "");
  const minutes = Number(digits.slice(2) || "0");
  const total = Number(digits.slice(0, 2)) * 60 + minutes;
  if (minutes > 59 || total > LARGEST_OFFSET_MINUTES) return null;
  return zone.startsWith("-") ? -total : total;
}
