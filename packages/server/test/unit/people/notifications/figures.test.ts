/** Figures formatted for users. */
import { describe, expect, it } from "vitest";
import { type Quantity, quantityOf } from "../../../../src/people/notifications/messages/figures.ts";
import { speechFor } from "../../../../src/people/notifications/messages/reading.ts";
import { UNITS, unitsWith } from "../../../../src/people/notifications/messages/unit-choice.ts";

const figuresOf = (language: "en" | "de", units: (typeof UNITS)[number], zone: string | null = null) =>
  speechFor({ language, units: unitsWith(units), zone }).figures;

it.each([
  [0, "1 minute"],
  [70 * 60, "70 minutes"],
  [7170, "2 hours"],
  [3 * 3600 + 60, "3 hours 1 minute"],
  [47 * 3600 + 59.6 * 60, "2 days"],
  [2 * 86_400 + 3600, "2 days 1 hour"],
  [400 * 86_400 + 59 * 60, "400 days"],
])("%d s are %s", (seconds, words) => {
  expect(figuresOf("en", "nautical").lengthOfTime(seconds)).toBe(words);
});

describe("a value in SI units", () => {
  const cases: readonly (readonly [Quantity, number, string, string, string])[] = [
    ["temperature", 278.15, "5.0 °C", "5.0 °C", "41.0 °F"],
    ["pressure", 101_325, "1013 hPa", "1013 hPa", "29.92 inHg"],
    ["speed", 10, "19.4 kn", "10.0 m/s", "22.4 mph"],
    ["depth", 3.048, "3.0 m", "3.0 m", "10 ft"],
    ["length", 30.48, "30 m", "30 m", "100 ft"],
    ["voltage", 11.8, "11.80 V", "11.80 V", "11.80 V"],
    ["ratio", 0.455, "46 %", "46 %", "46 %"],
    ["number", 1234.5678, "1235", "1235", "1235"],
  ];

  it.each(cases)("is read with its unit: %s %d", (quantity, si, ...wanted) => {
    expect(UNITS.map((units) => figuresOf("en", units).value(quantity, si))).toEqual(wanted);
  });

  it("has the decimal mark of the language", () => {
    expect(figuresOf("de", "nautical").value("voltage", 12.4)).toBe("12,40 V");
    expect(figuresOf("de", "nautical").distance(12.34)).toBe("12,3 sm");
    expect(figuresOf("en", "metric").distance(10)).toBe("18.5 km");
    expect(figuresOf("en", "imperial").distance(10)).toBe("11.5 mi");
  });
});

describe("a time", () => {
  const instant = Date.parse("2026-07-01T22:05:00Z");

  it("is that of the person's zone, and says which", () => {
    expect(figuresOf("en", "nautical").time(instant)).toBe("1 Jul, 22:05 UTC");
    expect(figuresOf("en", "nautical", "Europe/Helsinki").time(instant)).toMatch(/^2 Jul, 01:05 /);
    expect(figuresOf("de", "nautical", "Europe/Berlin").time(instant)).toMatch(/^2\. Juli?, 00:05 /);
  });

  it("is UTC where the zone does not exist", () => {
    expect(figuresOf("en", "nautical", "Sea/Nowhere").time(instant)).toBe("1 Jul, 22:05 UTC");
  });
});

it("writes a position in degrees and minutes, and carries over", () => {
  const { position } = figuresOf("en", "nautical");
  expect(position(60.1586, 24.9517)).toBe("60°09.52′N 024°57.10′E");
  expect(position(-33.999999, -0.5)).toBe("34°00.00′S 000°30.00′W");
});

it.each([
  ["voltage", "voltage"],
  ["charge", "ratio"],
  ["pressure_change", "pressureChange"],
  ["electrical.batteries.1.voltage", "voltage"],
  ["environment.inside.refrigerator.temperature", "temperature"],
  ["tanks.freshWater.0.currentLevel", "ratio"],
  ["environment.wind.speedApparent", "speed"],
  ["environment.depth.belowKeel", "depth"],
  ["propulsion.main.revolutions", "number"],
  ["constructor", "number"],
  [null, "number"],
])("takes %s for a %s", (key, quantity) => {
  expect(quantityOf(key)).toBe(quantity);
});
