import type { Speech } from "../languages/speech.ts";
import { dateFormat } from "./formatters.ts";
import { locale } from "./locale.ts";
import type { Quantity } from "./quantity.ts";

/** The zone of instants on screen: UTC, the boat's local time, or both. */
export type Clock = "utc" | "local" | "both";

/** How to format times. */
export interface ShownTime extends Speech {
  readonly clock: Clock;
  /** The boat's time zone; null for this device's. */
  readonly zone: string | null;
}

/** UTC times, as the service writes them. */
export function inUtc({ i18n, sentences }: Speech): ShownTime {
  return { i18n, sentences, clock: "utc", zone: null };
}

let ownZone: string | null = null;

/** This device's time zone, such as `Europe/Helsinki`. Lazy, because it is slow in browsers. */
export function deviceZone(): string {
  ownZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return ownZone;
}

function format(instant: Date, time: ShownTime, options: Intl.DateTimeFormatOptions): string {
  const timeZone = time.clock === "local" ? (time.zone ?? deviceZone()) : "UTC";
  return dateFormat(locale(time), { hourCycle: "h23", timeZone, ...options }).format(instant);
}

/** The zone's short name at this instant: `UTC`, `GMT+2`. */
function zoneName(instant: Date, time: ShownTime): string {
  if (time.clock !== "local") return "UTC";
  const parts = dateFormat(locale(time), {
    timeZone: time.zone ?? deviceZone(),
    timeZoneName: "short",
  }).formatToParts(instant);
  return parts.find((part) => part.type === "timeZoneName")?.value ?? "";
}

function local(time: ShownTime): ShownTime {
  return { ...time, clock: "local" };
}

/** `12:41`, for places that write the zone once. */
function formatTime(instant: Date, time: ShownTime): string {
  return format(instant, time, { hour: "2-digit", minute: "2-digit" });
}

/** `12:41 UTC`; `12:41 UTC (14:41 GMT+2)` for both. */
export function formatTimeWithZone(instant: Date, time: ShownTime): string {
  const shown = `${formatTime(instant, time)} ${zoneName(instant, time)}`;
  return time.clock === "both" ? `${shown} (${formatTimeWithZone(instant, local(time))})` : shown;
}

/** A time as figures, its zone as their unit; two for both clocks. */
export function timeParts(instant: Date, time: ShownTime): readonly Quantity[] {
  const part = { figure: formatTime(instant, time), unit: zoneName(instant, time) };
  return time.clock === "both" ? [part, ...timeParts(instant, local(time))] : [part];
}

/** `Sat 12 Aug 2026`. */
export function formatDay(instant: Date, time: ShownTime): string {
  return format(instant, time, {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
  }).replace(",", "");
}

/** `Sat 12 Aug`, for places that show the year elsewhere. */
export function formatShortDay(instant: Date, time: ShownTime): string {
  return format(instant, time, { weekday: "short", day: "numeric", month: "short" }).replace(",", "");
}

/** `August 2026`: the heading above a month's logs. */
function formatMonth(instant: Date, time: ShownTime): string {
  return format(instant, time, { month: "long", year: "numeric" });
}

/** `Sat 12 Aug 2026, 12:41 UTC`. */
export function formatInstant(instant: Date, time: ShownTime): string {
  return `${formatDay(instant, time)}, ${formatTimeWithZone(instant, time)}`;
}

/** `Sat 12 Aug, 12:41 UTC`, for places that show the year elsewhere. */
export function formatShortInstant(instant: Date, time: ShownTime): string {
  return `${formatShortDay(instant, time)}, ${formatTimeWithZone(instant, time)}`;
}

/** Begin and end of a time span in a list or heading; `days` formats its days. */
function spanOf(
  from: Date,
  to: Date,
  time: ShownTime,
  days: (instant: Date) => string,
): readonly [string, string] {
  const [first, last] = [formatDay(from, time), formatDay(to, time)];
  const shown = time.clock === "both" ? inUtc(time) : time;
  // The zone is written once, at the end, unless the clocks changed in between.
  const begin = zoneName(from, shown) === zoneName(to, shown) ? formatTime : formatTimeWithZone;
  const start = `${days(from)}, ${begin(from, shown)}`;
  const end = `${first === last ? "" : `${days(to)}, `}${formatTimeWithZone(to, shown)}`;
  if (time.clock !== "both") return [start, end];
  return [start, `${end} (${formatTime(from, local(time))} – ${formatTimeWithZone(to, local(time))})`];
}

/** `Thu 30 Jul 2026, 05:45 – 22:03 UTC`, `Thu 30 Jul 2026, 05:45 – Sat 1 Aug 2026, 22:03 UTC`. */
export function formatInstants(from: Date, to: Date, time: ShownTime): string {
  return partsOfSpan(from, to, time).join(" – ");
}

/** Begin and end of {@link formatInstants}, for places that break lines between them. */
export function partsOfSpan(from: Date, to: Date, time: ShownTime): readonly [string, string] {
  return spanOf(from, to, time, (instant) => formatDay(instant, time));
}

/**
 * `Thu 30 Jul, 05:45 – Sat 1 Aug, 22:03 UTC`: for places that show the year elsewhere, unless the span ends in
 * another year.
 */
export function formatShortInstants(from: Date, to: Date, time: ShownTime): string {
  return partsOfShortSpan(from, to, time).join(" – ");
}

/** Begin and end of {@link formatShortInstants}. */
export function partsOfShortSpan(from: Date, to: Date, time: ShownTime): readonly [string, string] {
  const year = (instant: Date) => format(instant, time, { year: "numeric" });
  return year(from) === year(to)
    ? spanOf(from, to, time, (instant) => formatShortDay(instant, time))
    : partsOfSpan(from, to, time);
}

/** The day of an instant in a time zone: `2026-07-30`. */
function dayIn(instant: Date, zone: string): string {
  const parts = dateFormat("en", {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    timeZone: zone,
  }).formatToParts(instant);
  const part = (type: "year" | "month" | "day") => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

const DAY_MS = 86_400_000;

/**
 * The start of something that lasts, as briefly as it is clear: `10:20 UTC` today, `Sunday` within six days,
 * `12 August` within the year, `12 August 2025`. `when` selects its grammar in a sentence; `none` if unknown.
 */
export function sinceIn(
  start: Date | null,
  now: Date,
  time: ShownTime,
): { readonly when: "time" | "day" | "date" | "none"; readonly since: string } {
  if (start === null) return { when: "none", since: "" };
  if (formatDay(start, time) === formatDay(now, time)) {
    return { when: "time", since: formatTimeWithZone(start, time) };
  }
  const age = now.getTime() - start.getTime();
  if (age > 0 && age < 6 * DAY_MS) return { when: "day", since: format(start, time, { weekday: "long" }) };
  const year = (instant: Date) => format(instant, time, { year: "numeric" });
  const withYear = year(start) === year(now) ? {} : ({ year: "numeric" } as const);
  return { when: "date", since: format(start, time, { day: "numeric", month: "long", ...withYear }) };
}

/** The month of an instant in a time zone: `2026-07`. */
export function monthIn(instant: Date, zone: string): string {
  return dayIn(instant, zone).slice(0, 7);
}

/** The nights between two instants in a time zone: how often midnight passed. */
export function nightsBetween(from: Date, to: Date, zone: string): number {
  return Math.round((Date.parse(dayIn(to, zone)) - Date.parse(dayIn(from, zone))) / 86_400_000);
}

/** `July 2026` for `2026-07`; null if the text is not a month. */
export function formatMonthOf(month: string, speech: Speech): string | null {
  const instant = new Date(`${month}-01T00:00:00Z`);
  return Number.isNaN(instant.getTime()) ? null : formatMonth(instant, inUtc(speech));
}
