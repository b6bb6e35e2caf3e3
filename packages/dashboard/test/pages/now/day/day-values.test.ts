/** The tiles of the last 24 hours: which values have one, and what is said of them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Reading } from "../../../../src/api/boat/readings.ts";
import { dayValues, rangeOf, tendencyOf } from "../../../../src/pages/now/day/day-values.ts";

const NOW = new Date("2026-11-25T12:00:00Z");
const reading = (key: string, value: number | null, ...mappedTo: string[]): Reading => ({
  ...{ key, value, text: value === null ? "off" : null, measured: NOW, first: null, mappedTo },
});
const ROW = { time: NOW, awsKnots: 12 };
const names = (...args: Parameters<typeof dayValues>) => dayValues(...args).map(({ name }) => name);

describe("the tiles", () => {
  const usual = [
    reading("electrical.batteries.House.voltage", 12.7, "voltage"),
    reading("environment.wind.speedTrue", 7, "wind"),
    reading("environment.outside.pressure", 101_300, "pressure"),
    reading("environment.inside.temperature", 291, "inside_temperature"),
    reading("environment.water.temperature", 281, "water_temperature"),
  ];

  test("are battery, wind, barometer and cabin", () => {
    expect(names(usual, ROW)).toEqual(["voltage", "wind", "pressure", "inside_temperature"]);
  });

  test("prefer a measured bilge to the cabin, by its own key", () => {
    expect(names([...usual, reading("tanks.bilge.0.currentLevel", 0)], ROW)[3]).toBe(
      "tanks.bilge.0.currentLevel",
    );
    // A pump that is only on or off has no curve.
    expect(names([...usual, reading("electrical.pumps.bilge.state", null)], ROW)[3]).toBe(
      "inside_temperature",
    );
  });

  test("take the apparent wind of the row, and other values for missing ones", () => {
    const few = [reading("depth", 4, "depth"), reading("charge", 0.8, "charge")];
    expect(names(few, ROW)).toEqual(["charge", "wind", "depth"]);
    expect(dayValues([], ROW)[0]?.value).toBeCloseTo(6.173, 3);
    expect(names([], undefined)).toEqual([]);
  });

  test("are at most four, each once, whatever the boat measures", () => {
    const known = [
      "voltage",
      "charge",
      "wind",
      "pressure",
      "inside_temperature",
      "depth",
      "fresh_water",
      "bilge",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...known)), fc.boolean(), (measured, hasRow) => {
        const shown = names(
          measured.map((name) => reading(name, 1, name)),
          hasRow ? ROW : undefined,
        );
        expect(shown.length).toBeLessThanOrEqual(4);
        expect(new Set(shown).size).toBe(shown.length);
      }),
    );
  });
});

describe("a barometer's tendency", () => {
  const hourly = Array.from({ length: 7 }, (_, index) => index * 3600);
  const average = [101_500, 101_400, 101_300, 101_200, 101_000, 100_800, 100_700];

  test("is the change of three hours", () => {
    expect(tendencyOf(hourly, { average })).toBe(-500);
  });

  test("is unknown without a value of then", () => {
    expect(
      tendencyOf(hourly, { average: [101_500, 101_400, null, null, null, 100_800, 100_700] }),
    ).toBeNull();
    expect(tendencyOf([], { average: [] })).toBeNull();
  });

  test("ends at the newest value", () => {
    expect(tendencyOf(hourly, { average: [...average.slice(0, 6), null] })).toBe(-500);
  });
});

test("a range spans the extremes, not the means", () => {
  expect(rangeOf({ low: [3, null, 1], high: [4, null, 9] })).toEqual([1, 9]);
  expect(rangeOf({ low: [null], high: [null] })).toBeNull();
});
