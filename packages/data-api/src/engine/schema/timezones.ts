/** The time zones that requests may use. */
import type { SchemaCache } from "./schema-cache.ts";

/** A fixed offset from UTC as in ISO 8601: `+05:30`, `-4`. */
const OFFSET = /^([+-])(0?\d|1[0-5])(?::?([0-5]\d))?$/;

/**
 * The value of PostgreSQL's `timezone` for a zone's name or offset; null if unknown. PostgreSQL would read `+05:30` as
 * a POSIX zone, whose sign means west of Greenwich.
 */
export function timezoneSetting(cache: SchemaCache, zone: string): string | null {
  if (cache.timezones.has(zone)) return zone;
  const [, sign, hours = "", minutes = "00"] = OFFSET.exec(zone) ?? [];
  if (sign === undefined) return null;
  return `<${sign}${hours}${minutes}>${sign === "+" ? "-" : "+"}${hours}:${minutes}`;
}
