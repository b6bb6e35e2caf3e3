import type { Speech } from "../languages/speech.ts";
import { dateFormat } from "../units/formatters.ts";
import { locale } from "../units/locale.ts";

const DAY = 86_400;

/**
 * Labels of a time axis: months, days or hours, in the user's language. Hours have their day beneath, at the first
 * label and wherever the day changes.
 * @param instants seconds since 1970, ascending
 * @param step seconds between instants
 * @param zone the time zone, such as `Europe/Helsinki`
 */
export function timeLabels(
  instants: readonly number[],
  step: number,
  zone: string,
  speech: Speech,
): string[] {
  const written = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale(speech), { timeZone: zone, hourCycle: "h23", ...options });
  const time = written({ hour: "2-digit", minute: "2-digit", ...(step < 60 ? { second: "2-digit" } : {}) });
  const day = written({ day: "numeric", month: "short" });
  const month = written({ month: "short", year: "numeric" });
  let before = "";
  return instants.map((instant) => {
    const date = new Date(instant * 1000);
    if (step >= 28 * DAY) return month.format(date);
    const today = day.format(date);
    if (step >= DAY) return today;
    const isNew = today !== before;
    before = today;
    return isNew ? `${time.format(date)}\n${today}` : time.format(date);
  });
}
