/** Durations in words. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration in its two largest units: "72 minutes", "3 hours 5 minutes", "12 days 4 hours". */
export function lengthOfTime(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / MINUTE));
  if (minutes < 120) return counted(minutes, "minute");
  const whole = minutes * MINUTE;
  const [large, small, largeUnit, smallUnit] =
    whole < 2 * DAY ? ([HOUR, MINUTE, "hour", "minute"] as const) : ([DAY, HOUR, "day", "hour"] as const);
  const rest = Math.floor((whole % large) / small);
  const first = counted(Math.floor(whole / large), largeUnit);
  return rest === 0 ? first : `${first} ${counted(rest, smallUnit)}`;
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
