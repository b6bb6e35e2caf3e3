/** Reading times as loggers write them. */

const ISO =
  /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?:[T ]+(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?\s*(Z|UTC|GMT|[+-]\d\d:?(?:\d\d)?)?$/i;
/** Numbers below are seconds, above are milliseconds: in seconds the border is the year 5138. */
const LARGEST_SECONDS = 1e11;
/** Smaller numbers are not times since 1970, but an index or a clock that started at power-on. */
const SMALLEST_SECONDS = 1e8;

/**
 * Milliseconds since 1970-01-01 UTC of an ISO 8601 time (UTC where it has no zone), or of a number of seconds or
 * milliseconds since 1970. Finer fractions are cut off. Null when it is none of them.
 */
export function readInstant(text: string): number | null {
  const trimmed = text.trim();
  if (/^\d+(\.\d+)?$/.test(trimmed)) {
    const number = Number(trimmed);
    if (number < SMALLEST_SECONDS) return null;
    return Math.floor(number < LARGEST_SECONDS ? number * 1000 : number);
  }
  const match = ISO.exec(trimmed);
  if (match === null) return null;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", zone = "Z"] = match;
  const given = [Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second)];
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = given;
  const midnight = new Date(Date.UTC(y, mo - 1, d));
  if (midnight.getUTCMonth() !== mo - 1 || midnight.getUTCDate() !== d || h > 24 || mi > 59 || s > 60)
    return null;
  const seconds = h * 3600 + mi * 60 + s - offsetMinutes(zone) * 60;
  return midnight.getTime() + seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, "0"));
}

function offsetMinutes(zone: string): number {
  const match = /^([+-])(\d\d):?(\d\d)?$/.exec(zone);
  if (match === null) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return match[1] === "-" ? -minutes : minutes;
}
