import type { Speech } from "../../languages/speech.ts";
import { formatInstant, formatTimeWithZone, type ShownTime } from "../../units/instant.ts";
import { decimal } from "../../units/locale.ts";
import { UNKNOWN } from "../../units/quantity.ts";
import type { Across, Series } from "../series.ts";
import type { Reading } from "./nearest.ts";

const HALF_DAY = 43_200;

/** A place on the x axis: `Mon 1 Jun 2026, 07:02 UTC` or `3.2 NM`. */
export function placeWords({ kind, unit }: Across, place: number, time: ShownTime): string {
  return kind === "time" ? formatInstant(new Date(place * 1000), time) : `${decimal(place, 1, time)} ${unit}`;
}

/** A place near another: without the day, if it is less than half a day away. */
export function nearPlaceWords(across: Across, place: number, near: number, time: ShownTime): string {
  return across.kind === "time" && Math.abs(place - near) < HALF_DAY
    ? formatTimeWithZone(new Date(place * 1000), time)
    : placeWords(across, place, time);
}

/** A value with its unit: `5.4 kn`. */
export function valueWords(
  { value, unit, digits }: Omit<Reading, "words" | "place">,
  speech: Speech,
): string {
  return value === null ? UNKNOWN : `${decimal(value, digits, speech)} ${unit}`;
}

/** Characters of the longest value of a line, so that its room never changes. */
export function longestValue({ values, unit, digits }: Series, speech: Speech): number {
  const ends = values.reduce<readonly [number, number]>(
    ([low, high], value) => (value === null ? [low, high] : [Math.min(low, value), Math.max(high, value)]),
    [0, 0],
  );
  return Math.max(...ends.map((value) => valueWords({ value, unit, digits }, speech).length));
}
