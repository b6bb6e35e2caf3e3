import { msg } from "@lingui/core/macro";
import type { Speech } from "../languages/speech.ts";
import { type Quantity, UNKNOWN } from "./quantity.ts";

const ISO_DURATION =
  /^(-)?P(?:(\d+(?:\.\d+)?)Y)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Seconds of each part; years and months in the mean lengths that PostgreSQL uses. */
const PART_SECONDS = [31_557_600, 2_592_000, 604_800, 86_400, 3600, 60, 1];

/** Seconds of an ISO 8601 duration such as `P1DT2H37M`; null if invalid. */
export function secondsOfDuration(text: string): number | null {
  const parts = ISO_DURATION.exec(text);
  if (parts === null || text.endsWith("P") || text.endsWith("T")) return null;
  const sum = PART_SECONDS.reduce(
    (total, seconds, index) => total + seconds * Number(parts[index + 2] ?? 0),
    0,
  );
  return parts[1] === "-" ? -sum : sum;
}

/**
 * A duration in its two largest units, or one if the other is zero: days and hours, hours and minutes, minutes,
 * seconds.
 */
export function durationParts(seconds: number | null): readonly Quantity[] {
  if (seconds === null || !Number.isFinite(seconds)) return [{ figure: UNKNOWN, unit: "h" }];
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return [{ figure: String(whole), unit: "s" }];
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return [{ figure: String(minutes), unit: "min" }];
  const hours = Math.floor(minutes / 60);
  if (hours < 24) {
    return [
      { figure: String(hours), unit: "h" },
      { figure: String(minutes % 60).padStart(2, "0"), unit: "min" },
    ];
  }
  const wholeHours = Math.round(whole / 3600);
  const days = { figure: String(Math.floor(wholeHours / 24)), unit: "d" };
  return wholeHours % 24 === 0 ? [days] : [days, { figure: String(wholeHours % 24), unit: "h" }];
}

/** A duration as text: `17 d`, `17 d 7 h`, `2 h 05 min`, `37 min`, `45 s`. */
export function formatDuration(seconds: number): string {
  return durationParts(seconds)
    .map(({ figure, unit }) => `${figure} ${unit}`)
    .join(" ");
}

/** Age as text: `just now`, `12 min ago`, `3 h ago`, `5 days ago`; a boat's clock may be ahead of ours. */
export function formatAge(seconds: number, { i18n }: Speech): string {
  if (seconds <= -60) {
    const lead = formatDuration(-seconds);
    return i18n._(msg`${lead} ahead of the clock`);
  }
  if (seconds < 60) return i18n._(msg`just now`);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return i18n._(msg`${minutes} min ago`);
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return i18n._(msg`${hours} h ago`);
  const days = Math.floor(hours / 24);
  return i18n._(msg`${days} days ago`);
}
