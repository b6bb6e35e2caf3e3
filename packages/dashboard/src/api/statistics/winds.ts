import { jsonQuestion, type Question } from "../question.ts";
import { numberOf, requiredRow } from "../row.ts";

/** True wind by bands of 5 knots; the last is open. */
export const BANDS = 6;
/** The width of a band, in knots. */
export const BAND_KNOTS = 5;

/** The time that the wind blew from a sixteenth of the circle, clockwise from north, in a band. */
export interface Blown {
  readonly sector: number;
  readonly band: number;
  readonly seconds: number;
}

/** The mean speed under sail, in knots, at an angle off the bow in a band. */
export interface Sailed {
  readonly angle: number;
  readonly band: number;
  readonly seconds: number;
  readonly knots: number;
}

/** The winds of some logs, and the boat's speed in them. */
export interface Winds {
  readonly rose: readonly Blown[];
  readonly polar: readonly Sailed[];
}

interface WindsJson {
  readonly rose: readonly unknown[];
  readonly polar: readonly unknown[];
}

/** The numbers of a list of lists. */
function numbers(values: readonly unknown[]): readonly (readonly number[])[] {
  return values.flatMap((value) => (Array.isArray(value) ? [value.map((one) => numberOf(one) ?? 0)] : []));
}

/** The winds of a year; of all years for null. */
export function windsQuestion(year: number | null): Question<Winds> {
  return jsonQuestion("winds_fn", { year: year?.toString() }, (body) => {
    const row = requiredRow<WindsJson>(body, "winds");
    return {
      rose: numbers(row.list("rose")).map(([sector = 0, band = 0, seconds = 0]) => ({
        sector,
        band,
        seconds,
      })),
      polar: numbers(row.list("polar")).map(([angle = 0, band = 0, seconds = 0, knots = 0]) => ({
        ...{ angle, band, seconds, knots },
      })),
    };
  });
}
