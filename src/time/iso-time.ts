/** Reading times as boats write them. */
import { MINUTE } from "./units.ts";

// 2026-06-01, 2026-06-01T10:00[:00[.123]], a space for the T, and Z, +02, +0200, +02:00 or nothing at the end.
const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i;
const CANONICAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/**
 * Milliseconds since 1970-01-01 UTC of an ISO 8601 time; finer fractions are cut off. A time without a zone is
 * UTC. Null when it is no such time, or a day that no calendar has.
 */
export function parseInstant(text: string): number | null {
  if (!CANONICAL.test(text)) return parseAny(text.trim());
  const time = Date.parse(text);
  // Date.parse rolls 30 February over into March in no engine that we run on, but 24:00:00 is the next day.
  return Number.isNaN(time) || isRolled(text) ? null : time;
}

function isRolled(text: string): boolean {
  return !validDay(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10)));
}

function validDay(year: number, month: number, day: number): boolean {
  const leap = month === 2 && (year % 4 === 0 ? year % 100 !== 0 || year % 400 === 0 : false);
  return day >= 1 && day <= (leap ? 29 : (DAYS[month - 1] ?? 0));
}

function parseAny(text: string): number | null {
  const parts = ISO.exec(text);
  if (parts === null) return null;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", zone = "Z"] = parts;
  if (!validDay(Number(year), Number(month), Number(day))) return null;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null;
  const offset = zoneMinutes(zone);
  if (offset === null) return null;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, "0"));
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return local + milliseconds - offset * MINUTE;
}

function zoneMinutes(zone: string): number | null {
  if (zone === "Z" || zone === "z") return 0;
  const digits = zone.slice(1).replace(":", "");
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2) || "0");
  if (hours > 15 || minutes > 59) return null;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}
