import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inSlices } from "../../../../src/time/slices.ts";
import { DEFAULT_SETTINGS } from "../../../../src/voyages/detector/thresholds.ts";
import { believed, maximum, meanKnots } from "../../../../src/voyages/finishing/log-numbers.ts";
import type { MetricRow } from "../../../../src/voyages/record/metric-row.ts";

const row = (minute: number, parts: Partial<MetricRow> = {}): MetricRow => ({
  time: minute * 60_000,
  client_id: null,
  latitude: 60 + minute / 1000,
  longitude: 23,
  speedoverground: 5,
  courseovergroundtrue: 0,
  windspeedapparent: null,
  anglespeedapparent: null,
  status: null,
  metrics: null,
  ...parts,
});

describe("the mean speed", () => {
  it("is the plain mean of equally spaced samples", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 39, noNaN: true }), { minLength: 1 }), (speeds) => {
        const rows = speeds.map((speedoverground, i) => row(i, { speedoverground }));
        const mean = speeds.reduce((sum, one) => sum + one, 0) / speeds.length;
        expect(meanKnots(rows, "speedoverground")).toBeCloseTo(mean, 9);
      }),
    );
  });

  it("weighs a sample by the time since the one before it, and a silence as ten minutes", () => {
    const rows = [
      row(0, { speedoverground: 2 }),
      row(1, { speedoverground: 2 }),
      row(6, { speedoverground: 8 }),
      row(7, { speedoverground: null }),
      row(126, { speedoverground: 4 }),
    ];
    expect(meanKnots(rows, "speedoverground")).toBeCloseTo((2 * 1 + 2 * 1 + 8 * 5 + 4 * 10) / 17, 9);
  });

  it("is one sample's speed, or unknown without any", () => {
    expect(meanKnots([row(3)], "speedoverground")).toBe(5);
    expect(meanKnots([row(3, { speedoverground: null })], "speedoverground")).toBeNull();
    expect(meanKnots([], "speedoverground")).toBeNull();
  });
});

describe("what is counted", () => {
  it("leaves out a position that the boat cannot have been at", async () => {
    const rows = Array.from({ length: 10 }, (_, i) => row(i));
    const glitch = row(4.5, { latitude: 60.2 });
    const seen = [...rows.slice(0, 5), glitch, ...rows.slice(5)];
    expect(await inSlices(believed(seen, DEFAULT_SETTINGS))).toEqual(rows);
  });

  it("takes the largest of what is known", () => {
    expect(maximum([null, 3, 7, null, 5])).toBe(7);
    expect(maximum([null])).toBeNull();
  });
});
