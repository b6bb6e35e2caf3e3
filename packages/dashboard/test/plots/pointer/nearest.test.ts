/** What a graph reads at its pointer. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { meansOf, nearestPlace, nearestSample, readingsAt } from "../../../src/plots/pointer/nearest.ts";
import type { Across, Series } from "../../../src/plots/series.ts";

const time = (values: readonly number[]): Across => ({ kind: "time", unit: "", values });
const line = (words: string, values: readonly (number | null)[]): Series => ({
  ...{ words, values, unit: "kn", digits: 1, fromZero: true },
});

describe("the nearest measurement", () => {
  test("is nearer than every other one, in whatever order they come", () => {
    const samples = fc.array(
      fc.tuple(fc.integer({ min: -500, max: 500 }), fc.option(fc.double({ noNaN: false }))),
    );
    fc.assert(
      fc.property(samples, fc.integer({ min: -600, max: 600 }), (given, at) => {
        const [places, values] = [given.map(([place]) => place), given.map(([, value]) => value)];
        const found = nearestSample(places, values, at);
        const measured = given.filter(([, value]) => value !== null && Number.isFinite(value));
        const least = Math.min(...measured.map(([place]) => Math.abs(place - at)));
        if (measured.length === 0) expect(found).toBeNull();
        else {
          expect(Math.abs((places[found ?? -1] ?? Number.NaN) - at)).toBe(least);
          expect(values[found ?? -1]).not.toBeNull();
        }
      }),
    );
  });

  test("is the only one, from anywhere", () => {
    expect(nearestSample([100], [7], -1e9)).toBe(0);
    expect(nearestSample([100], [null], 100)).toBeNull();
    expect(nearestSample([], [], 0)).toBeNull();
    expect(nearestPlace([], 5)).toBe(0);
  });

  test("is the edge of a gap, and the first of two as near", () => {
    expect(nearestSample([0, 10, 20, 30], [1, null, null, 4], 11)).toBe(0);
    expect(nearestSample([0, 10, 20, 30], [1, null, null, 4], 16)).toBe(3);
    expect(nearestSample([0, 10], [1, 2], 5)).toBe(0);
  });
});

describe("a reading", () => {
  const across = time([0, 60, 120]);

  test("has value, unit and where it was measured, for every line", () => {
    const lines = [
      line("Speed", [5, 5.5, 6]),
      line("Wind", [12, null, null]),
      line("Depth", [null, null, null]),
    ];
    expect(readingsAt(across, lines, 118)).toEqual([
      { words: "Speed", unit: "kn", digits: 1, value: 6, place: 120 },
      { words: "Wind", unit: "kn", digits: 1, value: 12, place: 0 },
      { words: "Depth", unit: "kn", digits: 1, value: null, place: null },
    ]);
  });

  test("is a mean before there is a pointer", () => {
    expect(meansOf([line("Speed", [5, null, 7]), line("Depth", [null])]).map(({ value }) => value)).toEqual([
      6,
      null,
    ]);
  });
});
