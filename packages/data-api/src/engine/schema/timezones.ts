/** The time zones that a request may ask for. */
import type { SchemaCache } from "./schema-cache.ts";

/** A fixed offset from UTC, as ISO 8601 writes it: `+05:30`, `-4`. */
const OFFSET = /^([+-])(0?\d|1[0-5])(?::?([0-5]\d))?$/;

/**
 * The value of PostgreSQL's `timezone` for a zone by name or by its offset; null if there is none. PostgreSQL itself reads
 * `+05:30` as a POSIX zone, whose sign means west of Greenwich.
 */
export function timezoneSetting(cache: SchemaCache, zone: string): string | null {
  if (cache.timezones.has(zone)) return zone;
  const [, sign, hours = "", minutes = "00"] = OFFSET.exec(zone) ?? [];
  if (sign === undefined) return null;
  return `<${sign}${hours}${minutes}>${sign === "+" ? "-" : "+"}${hours}:${minutes}`;
}
