import type { Speech } from "../languages/speech.ts";
import { dateFormat } from "./formatters.ts";
import { locale } from "./locale.ts";

/** Month names, January first: `Jan`, `January`. */
export function monthNames(length: "short" | "long", speech: Speech): readonly string[] {
  const format = dateFormat(locale(speech), { month: length, timeZone: "UTC" });
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, 15)));
}

/** Weekday names, Monday first: `Mon`, `Monday`. */
export function weekdayNames(length: "short" | "long", speech: Speech): readonly string[] {
  const format = dateFormat(locale(speech), { weekday: length, timeZone: "UTC" });
  // 5 January 2026 was a Monday.
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2026, 0, 5 + day)));
}
