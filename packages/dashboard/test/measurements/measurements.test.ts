/** Conversion of boats' values for display and input, and trials of rules. */

import { describe, expect, it } from "vitest";
import { AS_SAID } from "../../src/languages/speech.ts";
import { type Measure, quantityOf, shownOf, siOf } from "../../src/measurements/measure.ts";
import { tryCondition } from "../../src/measurements/trial.ts";
import { UNITS_OF } from "../../src/units/quantity.ts";

const NAUTICAL = { ...UNITS_OF.nautical, ...AS_SAID };

describe("a measurement", () => {
  it.each([
    ["speed", 5.144444, "10.0", "kn"],
    ["temperature", 293.15, "20.0", "°C"],
    ["pressure", 101_325, "1013", "hPa"],
    ["ratio", 0.62, "62", "%"],
    ["bearing", -Math.PI / 2, "270", "°"],
    ["turns", 30, "1800", "rpm"],
    ["hours", 5400, "1.5", "h"],
    ["distance", 1852 * 12, "12.0", "NM"],
    ["plain", 3, "3", ""],
  ] as const)("of the kind %s is shown in the unit that sailors use", (measure, si, figure, unit) => {
    expect(quantityOf(measure, si, NAUTICAL)).toEqual({ figure, unit });
  });

  it("comes back from the unit in which it was typed", () => {
    const measures: readonly Measure[] = ["speed", "temperature", "pressure", "ratio", "depth", "turns"];
    for (const measure of measures) {
      for (const si of [-3.7, 0, 12.5, 101_300])
        expect(siOf(measure, shownOf(measure, si, NAUTICAL), NAUTICAL)).toBeCloseTo(si, 6);
    }
  });
});

describe("a rule that is tried", () => {
  const history = (average: readonly (number | null)[], low = average, high = average) => ({
    step: 600,
    times: average.map((_, index) => index * 600),
    series: new Map([["voltage", { average, low, high }]]),
  });
  const below = (low: number, afterSeconds: number) => ({ low, high: null, afterSeconds });

  it("is raised each time that its condition begins to hold", () => {
    const trial = tryCondition(history([13, 11, 11, 13, null, 11, 13]), "voltage", below(12, 60));
    expect(trial).toEqual({ raised: 2, last: new Date(3_000_000), holds: false });
  });

  it("sees by the lowest value of a step what its mean hides", () => {
    const steps = history([13, 12.5, 13], [13, 11.8, 13]);
    expect(tryCondition(steps, "voltage", below(12, 60)).raised).toBe(1);
    expect(tryCondition(steps, "voltage", below(12, 1200)).raised).toBe(0);
  });

  it("waits until the condition has held long enough", () => {
    const steps = history([13, 11, 11, 13, 11, 11, 11, 11]);
    expect(tryCondition(steps, "voltage", below(12, 1800))).toEqual({
      raised: 1,
      last: new Date(3_600_000),
      holds: true,
    });
  });

  it("is raised above its upper threshold too, and never by what was not measured", () => {
    const outside = { low: 12, high: 14, afterSeconds: 0 };
    expect(tryCondition(history([13, 15, 13, 11]), "voltage", outside).raised).toBe(2);
    expect(tryCondition(history([13]), "depth", outside)).toEqual({ raised: 0, last: null, holds: false });
  });
});
