/** Where a graph's line breaks. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { bridged } from "../../src/plots/bridged.ts";

test("a line goes on between measurements at their usual interval, and breaks in a silence", () => {
  const places = Array.from({ length: 16 }, (_, index) => index * 5);
  const seldom = places.map((place) => (place % 10 === 0 && (place < 20 || place > 55) ? place : null));
  expect(bridged(places, seldom)).toEqual([
    ...[0, undefined, 10, null, null, null, null, null, null, null, null, null, 60, undefined, 70, null],
  ]);
});

test("measurements stay as they are, and nothing outside of them is bridged", () => {
  const steps = fc.array(fc.option(fc.integer({ min: -50, max: 50 })), { maxLength: 60 });
  fc.assert(
    fc.property(steps, (values) => {
      const drawn = bridged([...values.keys()], values);
      expect(drawn.map((value) => value ?? null)).toEqual(values);
      const first = values.findIndex((value) => value !== null);
      const last = values.findLastIndex((value) => value !== null);
      const bridges = [...drawn.keys()].filter((index) => drawn[index] === undefined);
      expect(bridges.every((index) => first < index && index < last)).toBe(true);
    }),
  );
});
