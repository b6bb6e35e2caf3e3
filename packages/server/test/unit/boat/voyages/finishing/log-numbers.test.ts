import { KNOT_MPS } from "@wakelog/kit/geo/units.ts";
import { inSlices } from "@wakelog/kit/time/slices.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../../../../../src/boat/voyages/detector/thresholds.ts";
import {
  believed,
  greatestKnots,
  meanKnots,
  plausible,
} from "../../../../../src/boat/voyages/finishing/log-numbers.ts";
import type { MetricRow } from "../../../../../src/boat/voyages/record/metric-row.ts";

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

  const greatest = (rows: readonly MetricRow[]) => inSlices(greatestKnots(rows, "speedoverground"));

  it("takes the largest of what is known", async () => {
    const speeds = [null, 3, 7, null, 5].map((knots, i) => row(i, { speedoverground: knots }));
    expect(await greatest(speeds)).toBe(7);
    expect(await greatest([row(0, { speedoverground: null })])).toBeNull();
  });

  it("takes the largest between rows too, unless those beside it contradict", async () => {
    const between = (mps: number) => row(3, { metrics: { "navigation.speedOverGround:max": mps } });
    const rows = Array.from({ length: 7 }, (_, i) => row(i));
    const withOne = (mps: number) => greatest(rows.map((one, i) => (i === 3 ? between(mps) : one)));
    expect(await withOne(3.6)).toBeCloseTo(7, 1);
    expect(await withOne(15)).toBe(5);
    expect(await withOne(1)).toBe(5);
  });
});

describe("speeds and winds that cannot be true", () => {
  const minutes = 90;
  interface Sailing {
    readonly seed: number;
    readonly knots: number;
    readonly wind: number;
    readonly spacing: number;
  }
  const voyage: fc.Arbitrary<Sailing> = fc.record({
    seed: fc.nat(1000),
    knots: fc.integer({ min: 3, max: 9 }),
    wind: fc.integer({ min: 4, max: 25 }),
    spacing: fc.constantFrom(0.25, 1, 5),
  });
  /** Speeds and winds that change as the sea and gusts change them, with positions that agree. */
  const sailing = ({ seed, knots, wind, spacing }: Sailing): MetricRow[] => {
    let metres = 0;
    return Array.from({ length: minutes }, (_, i) => {
      const speed = knots * (1 + 0.25 * Math.sin(seed + i * 0.9) + 0.1 * Math.sin(i * 2.3));
      const gust = wind * (1 + 0.5 * Math.max(0, Math.sin(seed + i * 1.7)));
      metres += (speed * 1852 * spacing) / 60;
      return row(i * spacing, {
        latitude: 50 + metres / 111_200,
        speedoverground: speed,
        windspeedapparent: gust,
        metrics: { "environment.wind.speedTrue": gust * KNOT_MPS },
      });
    });
  };
  const numbers = async (rows: readonly MetricRow[]) => {
    const samples = await inSlices(plausible(rows));
    return {
      maxSpeed: await inSlices(greatestKnots(samples, "speedoverground")),
      speed: meanKnots(samples, "speedoverground") ?? 0,
      maxWind: await inSlices(greatestKnots(samples, "windspeedapparent")),
      wind: meanKnots(samples, "windspeedapparent") ?? 0,
      maxTrueWind: await inSlices(greatestKnots(samples, "truewindspeed")),
      trueWind: meanKnots(samples, "truewindspeed") ?? 0,
    };
  };

  it("count for no maximum and no mean", async () => {
    const glitch = fc.record({ at: fc.nat(minutes - 1), knots: fc.integer({ min: 30, max: 39 }) });
    await fc.assert(
      fc.asyncProperty(
        voyage,
        fc.uniqueArray(glitch, { maxLength: 4, selector: ({ at }) => Math.floor(at / 8) }),
        async (truth, glitches) => {
          const rows = sailing(truth);
          const wanted = await numbers(rows);
          expect(wanted.maxSpeed).toBe(Math.max(...rows.map((one) => one.speedoverground ?? 0)));
          expect(wanted.maxWind).toBe(Math.max(...rows.map((one) => one.windspeedapparent ?? 0)));
          expect(wanted.maxTrueWind).toBeCloseTo(wanted.maxWind ?? 0, 2);
          const seen = rows.map((one, i) => {
            const wrong = glitches.find(({ at }) => at === i);
            return wrong === undefined
              ? one
              : {
                  ...one,
                  speedoverground: wrong.knots,
                  windspeedapparent: wrong.knots * 5,
                  metrics: { "environment.wind.speedTrue": wrong.knots * 5 * KNOT_MPS },
                };
          });
          const found = await numbers(seen);
          expect(found.maxSpeed).toBeLessThanOrEqual(wanted.maxSpeed ?? 0);
          expect(found.maxWind).toBeLessThanOrEqual(wanted.maxWind ?? 0);
          expect(found.maxTrueWind).toBeLessThanOrEqual(wanted.maxTrueWind ?? 0);
          expect(Math.abs(found.trueWind / wanted.trueWind - 1)).toBeLessThan(0.05);
          expect(Math.abs(found.speed / wanted.speed - 1)).toBeLessThan(0.05);
          expect(Math.abs(found.wind / wanted.wind - 1)).toBeLessThan(0.05);
        },
      ),
    );
  });

  it("are not those of a boat that is as fast as she says", async () => {
    // A motor boat that goes at full speed for two minutes.
    const fast = (i: number) => i === 40 || i === 41;
    let metres = 0;
    const rows = Array.from({ length: minutes }, (_, i) => {
      const knots = fast(i) ? 25 : 5;
      metres += (knots * 1852) / 60;
      return row(i, { latitude: 50 + metres / 111_200, speedoverground: knots });
    });
    expect((await numbers(rows)).maxSpeed).toBe(25);
  });

  it("of the true wind come from a group, the chosen key or the usual one, whichever has a value first", async () => {
    const mps = (knots: number) => knots * KNOT_MPS;
    const usual = { "environment.wind.speedTrue": mps(10) };
    for (const [metrics, wanted] of [
      [usual, 10],
      [{ ...usual, "own.wind": mps(12) }, 12],
      [{ ...usual, "own.wind": mps(12), wind: { speed: mps(14) } }, 14],
      [{ ...usual, "own.wind": "n/a", wind: { speed: 3.4e38 } }, 10],
      [{}, null],
    ] as const) {
      const [sample] = await inSlices(plausible([row(0, { metrics })], "own.wind"));
      expect(sample?.truewindspeed).toBe(wanted);
    }
  });

  it("are not all that there is to go by", async () => {
    const alone = [row(0, { speedoverground: 9, windspeedapparent: 80 }), row(30, { speedoverground: null })];
    expect(await numbers(alone)).toMatchObject({ maxSpeed: 9, maxWind: 80 });
  });
});
