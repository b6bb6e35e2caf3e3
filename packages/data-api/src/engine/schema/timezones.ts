/** The time zones that requests may use. */
import type { Rules } from "../release/facts.ts";
import type { SchemaCache } from "./schema-cache.ts";

/** A fixed offset from UTC as in ISO 8601: `+05:30`, `-4`. */
const OFFSET = /^([+-])(0?\d|1[0-5])(?::?([0-5]\d))?$/;

/**
 * The value of PostgreSQL's `timezone` for a zone's name or offset; null if unknown. PostgreSQL would read `+05:30` as
 * a POSIX zone, whose sign means west of Greenwich; where the rules leave zones to it, it does.
 */
export function timezoneSetting(
  cache: SchemaCache,
  zone: string,
  { checksTimezone }: Pick<Rules, "checksTimezone">,
): string | null {
  if (!checksTimezone) return zone;
  if (cache.timezones.has(zone)) return zone;
  const [, sign, hours = "", minutes = "00"] = OFFSET.exec(zone) ?? [];
  if (sign === undefined) return null;
  return `<${sign}${hours}${minutes}>${sign === "+" ? "-" : "+"}${hours}:${minutes}`;
}
