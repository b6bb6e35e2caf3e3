import type { Speech } from "../../languages/speech.ts";
import { formatInstant, type ShownTime } from "../../units/instant.ts";
import { decimal } from "../../units/locale.ts";
import { UNKNOWN } from "../../units/quantity.ts";
import type { Across, Series } from "../series.ts";
import type { Reading } from "./nearest.ts";

/** A place on the x axis: `Mon 1 Jun 2026, 07:02 UTC` or `3.2 NM`. */
export function placeWords({ kind, unit }: Across, place: number, time: ShownTime): string {
  return kind === "time" ? formatInstant(new Date(place * 1000), time) : `${decimal(place, 1, time)} ${unit}`;
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
