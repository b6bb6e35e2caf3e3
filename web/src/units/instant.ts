/** In which time instants are shown: UTC, or that of this device. */
export type Clock = "utc" | "local";

function format(instant: Date, clock: Clock, options: Intl.DateTimeFormatOptions): string {
  const zone = clock === "utc" ? { timeZone: "UTC" } : {};
  return new Intl.DateTimeFormat("en-GB", { hourCycle: "h23", ...zone, ...options }).format(instant);
}

/** The short name of the time that is shown at this instant: `UTC`, `GMT+2`. */
export function zoneName(instant: Date, clock: Clock): string {
  if (clock === "utc") return "UTC";
  const parts = new Intl.DateTimeFormat("en-GB", { timeZoneName: "short" }).formatToParts(instant);
  return parts.find((part) => part.type === "timeZoneName")?.value ?? "";
}

/** `12:41`, without its zone: for places where the zone is written once. */
export function formatTime(instant: Date, clock: Clock): string {
  return format(instant, clock, { hour: "2-digit", minute: "2-digit" });
}

/** `12:41 UTC`. */
export function formatTimeWithZone(instant: Date, clock: Clock): string {
  return `${formatTime(instant, clock)} ${zoneName(instant, clock)}`;
}

/** `Sat 12 Aug 2026`. */
export function formatDay(instant: Date, clock: Clock): string {
  return format(instant, clock, {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
  }).replace(",", "");
}

/** `Sat 12 Aug`: where the year stands elsewhere. */
export function formatShortDay(instant: Date, clock: Clock): string {
  return format(instant, clock, { weekday: "short", day: "numeric", month: "short" }).replace(",", "");
}

/** `August 2026`: the heading under which a month's logs stand. */
export function formatMonth(instant: Date, clock: Clock): string {
  return format(instant, clock, { month: "long", year: "numeric" });
}

/** `Sat 12 Aug 2026, 12:41 UTC`. */
export function formatInstant(instant: Date, clock: Clock): string {
  return `${formatDay(instant, clock)}, ${formatTimeWithZone(instant, clock)}`;
}
