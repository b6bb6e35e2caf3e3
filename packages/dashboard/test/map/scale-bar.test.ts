/** The bar of a chart's scale. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { AS_SAID, speechWith } from "../../src/languages/speech.ts";
import { barOf } from "../../src/map/controls/scale-bar.ts";
import { type ShownUnits, UNITS_OF, type UnitSystem } from "../../src/units/quantity.ts";

const english = (units: UnitSystem): ShownUnits => ({ ...UNITS_OF[units], ...AS_SAID });

/** The bar's text with an ordinary space. */
const text = (metres: number, shown: ShownUnits) => barOf(metres, shown).text.replace("\u00a0", " ");

test.each<[number, UnitSystem, string]>([
  [5 * 1852, "nautical", "5 NM"],
  [0.55 * 1852, "nautical", "0.5 NM"],
  [0.1 * 1852, "nautical", "0.1 NM"],
  [0.09 * 1852, "nautical", "100 m"],
  [7, "nautical", "5 m"],
  [2500, "metric", "2 km"],
  [999, "metric", "500 m"],
  [5000, "imperial", "3 mi"],
  [1609, "imperial", "5000 ft"],
])("%d metres in %s units are a bar of %s", (metres, units, expected) => {
  expect(text(metres, english(units))).toBe(expected);
});

test("short bars are in feet for who reads depths in feet", () => {
  expect(text(100, { ...english("nautical"), depth: "feet" })).toBe("300 ft");
});

test("its number and unit are those of the language", () => {
  const german = speechWith("de", { NM: "sm" }, null);
  expect(text(0.25 * 1852, { ...UNITS_OF.nautical, ...german })).toBe("0,2 sm");
});

test("it is true, and never longer than the room or shorter than two fifths of it", () => {
  const units = fc.constantFrom<UnitSystem>("nautical", "metric", "imperial");
  const METRES: Readonly<Record<string, number>> = { NM: 1852, km: 1000, mi: 1609.344, m: 1, ft: 0.3048 };
  fc.assert(
    fc.property(fc.double({ min: 0.5, max: 4e7, noNaN: true }), units, (metres, system) => {
      const { text: shown, part } = barOf(metres, english(system));
      const [number, unit = ""] = shown.split("\u00a0");
      expect(Number(number) * (METRES[unit] ?? Number.NaN)).toBeCloseTo(
        part * metres,
        3 - Math.log10(metres),
      );
      expect(part).toBeLessThanOrEqual(1 + 1e-6);
      expect(part).toBeGreaterThan(0.4);
    }),
  );
});

test("its number has one digit that counts, and miles end where metres begin", () => {
  const units = fc.constantFrom<UnitSystem>("nautical", "metric", "imperial");
  fc.assert(
    fc.property(fc.double({ min: 0.5, max: 4e7, noNaN: true }), units, (metres, system) => {
      const [number, unit] = barOf(metres, english(system)).text.split("\u00a0");
      expect(number).toMatch(/^(0\.[1235]|[1235]0*)$/);
      if (unit === "NM") expect(Number(number)).toBeGreaterThanOrEqual(0.1);
      if (unit === "m" && system === "nautical") expect(metres).toBeLessThan(185.2);
    }),
  );
});
