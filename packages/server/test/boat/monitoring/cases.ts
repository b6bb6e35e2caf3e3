/** Random rules and random rows of a boat, sent in random pieces. */

import { destination } from "@wakelog/kit/geo/distance.ts";
import fc from "fast-check";
import type { PlainRow, PlainRule } from "./plain-evaluator.ts";
import { PLACE } from "./watched-boat.ts";

const SECOND = 1000;
const KEYS = ["a.key", "b.key"];

const valueRule = fc
  .record({
    kind: fc.constantFrom("below", "above", "outside"),
    key: fc.constantFrom(...KEYS),
    low: fc.integer({ min: 2, max: 4 }),
    width: fc.integer({ min: 1, max: 4 }),
    hysteresis: fc.constantFrom(0, 1, 2, 5),
    after: fc.constantFrom(0, 30 * SECOND, 60 * SECOND, 180 * SECOND),
  })
  .map(
    ({ kind, key, low, width, hysteresis, after }): Omit<PlainRule, "name"> => ({
      kind,
      key,
      low: kind === "above" ? Number.NEGATIVE_INFINITY : low,
      high: kind === "below" ? Number.POSITIVE_INFINITY : low + width,
      hysteresis,
      after,
      circle: null,
    }),
  );

/** The rules of a boat, none of them twice the same name. */
export const someRules = fc
  .array(valueRule, { minLength: 1, maxLength: 5 })
  .map((rules) => rules.map((rule, n): PlainRule => ({ ...rule, name: `rule ${n}` })));

/** Rows some seconds apart, the oldest first: seconds from their beginning, values, and metres from the boat's place, never so far that it has sailed away. */
const someRows = fc.array(
  fc.record({
    seconds: fc.constantFrom(5, 15, 30, 30, 60, 60, 90),
    a: fc.option(fc.integer({ min: 0, max: 9 }), { freq: 5 }),
    b: fc.option(fc.integer({ min: 0, max: 9 }), { freq: 3 }),
    metres: fc.option(fc.constantFrom(0, 10, 30, 39, 41, 55, 70, 410, 770), { freq: 5 }),
    course: fc.constantFrom(0, 90, 180, 270),
  }),
  { minLength: 1, maxLength: 12 },
);

/**
 * Requests with rows that end now, the earlier ones long ago if there are any; some rows are swapped, and some come
 * twice.
 * @param now milliseconds since 1970-01-01 UTC
 */
export const somePosts = (now: number) =>
  fc
    .record({
      old: fc.option(someRows, { freq: 2 }),
      fresh: someRows,
      cuts: fc.array(fc.nat(24), { maxLength: 6 }),
      swaps: fc.array(fc.tuple(fc.nat(23), fc.nat(23)), { maxLength: 3 }),
      repeats: fc.array(fc.nat(23), { maxLength: 2 }),
    })
    .map(({ old, fresh, cuts, swaps, repeats }) => {
      const rows = [...ending(now - 20 * 60 * SECOND, old ?? []), ...ending(now - SECOND, fresh)];
      for (const [one, other] of swaps) {
        const [a, b] = [rows[one], rows[other]];
        if (a !== undefined && b !== undefined) [rows[one], rows[other]] = [b, a];
      }
      for (const at of repeats) {
        const row = rows[at];
        if (row !== undefined) rows.push(row);
      }
      const at = [0, ...cuts.filter((cut) => cut < rows.length).sort((a, b) => a - b), rows.length];
      return at
        .slice(1)
        .map((end, n) => rows.slice(at[n], end))
        .filter((part) => part.length > 0);
    });

/** Rows of which the last is at an instant. The longest of them takes less than a quarter of an hour. */
function ending(
  end: number,
  rows: readonly {
    readonly seconds: number;
    readonly a: number | null;
    readonly b: number | null;
    readonly metres: number | null;
    readonly course: number;
  }[],
): PlainRow[] {
  const scale = Math.min(1, 780 / rows.reduce((sum, row) => sum + row.seconds, 0));
  let time = end;
  return rows
    .toReversed()
    .map(({ seconds, a, b, metres, course }): PlainRow => {
      const place = metres === null ? null : destination(PLACE, course, metres);
      const row = {
        time: Math.round(time),
        latitude: place?.latitude ?? null,
        longitude: place?.longitude ?? null,
        metrics: { ...(a === null ? {} : { "a.key": a }), ...(b === null ? {} : { "b.key": b }) },
      };
      time -= seconds * SECOND * scale;
      return row;
    })
    .toReversed();
}
