import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { graticuleLabel, graticuleOf } from "../../src/map/base/graticule.ts";
import { colourScale, trackLines, unwound } from "../../src/map/track-lines.ts";
import { colouringsOf } from "../../src/pages/log/chart/colouring.ts";

const NOTHING_MEASURED = {
  ...{ milesNm: null, cogDegrees: null, awsKnots: null, awaDegrees: null, twsKnots: null, twdDegrees: null },
  ...{ depthMetres: null, volts: null, charge: null, fuel: null, freshWater: null, wasteWater: null },
  pressurePascal: null,
} as const;

const at = (minute: number, longitude: number, sogKnots: number | null = 5) => ({
  time: new Date(minute * 60_000),
  latitude: 60,
  longitude,
  sogKnots,
});

describe("a track on the chart", () => {
  test("keeps one line while the speed keeps its colour", () => {
    const { sailed } = trackLines([at(0, 1), at(1, 2), at(2, 3), at(3, 4, 8)], []);
    expect(sailed.features.map(({ properties }) => properties?.share)).toEqual([0, 1]);
    expect(sailed.features.map(({ geometry }) => geometry.coordinates.length)).toEqual([3, 2]);
  });

  test("has every step exactly once, whatever the speeds and gaps", () => {
    const steps = fc.array(
      fc.tuple(fc.double({ min: -179, max: 179, noNaN: true }), fc.integer({ min: 0, max: 9 })),
    );
    fc.assert(
      fc.property(steps, fc.nat(20), (given, gapStart) => {
        const points = given.map(([longitude, knots], minute) => at(minute, longitude, knots));
        const gap = { from: new Date(gapStart * 60_000), to: new Date((gapStart + 3) * 60_000) };
        const { sailed, gaps } = trackLines(points, [gap]);
        const drawn = [...sailed.features, ...gaps.features].reduce(
          (sum, { geometry }) => sum + geometry.coordinates.length - 1,
          0,
        );
        expect(drawn).toBe(Math.max(0, points.length - 1));
      }),
    );
  });

  test("has no speed where it is unknown, and no colour by it", () => {
    const unknown = [at(0, 1, null), at(1, 2, null), at(2, 3, null), at(3, 4, 0), at(4, 5, 0)];
    const { sailed } = trackLines(unknown, []);
    expect(sailed.features.map(({ properties }) => properties)).toEqual([{}, { share: 0.5 }]);
    const track = unknown.slice(0, 3).map((point) => ({ ...NOTHING_MEASURED, ...point }));
    expect(colouringsOf(track, [])).toEqual([]);
  });

  test("draws what was not recorded apart", () => {
    const gap = { from: new Date(60_000), to: new Date(120_000) };
    const { sailed, gaps } = trackLines([at(0, 1), at(1, 2), at(2, 3), at(3, 4)], [gap]);
    expect(gaps.features.map(({ geometry }) => geometry.coordinates)).toEqual([
      [
        [2, 60],
        [3, 60],
      ],
    ]);
    expect(sailed.features).toHaveLength(2);
  });

  test("goes on beyond the 180th meridian instead of around the world", () => {
    expect(unwound([at(0, 179), at(1, -179), at(2, 178)]).map(([longitude]) => longitude)).toEqual([
      179, 181, 178,
    ]);
  });

  test("is coloured from the 5th to the 95th percentile of its values, by distance", () => {
    const steps = fc.array(
      fc.tuple(fc.option(fc.double({ min: 0, max: 30, noNaN: true })), fc.integer({ min: 0, max: 5 })),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(steps, (given) => {
        const eastOf = (nth: number) =>
          given.slice(0, nth + 1).reduce((sum, [, step]) => sum + step / 100, 0);
        const points = given.map(([one], minute) => at(minute, eastOf(minute), one));
        const scale = colourScale(points, []);
        const parts = points.slice(1).flatMap((to, index) => {
          const ends = [points[index]?.sogKnots ?? null, to.sogKnots].filter((one) => one !== null);
          const mean = ends.reduce((sum, one) => sum + one, 0) / ends.length;
          return ends.length === 0 ? [] : [{ mean, length: to.longitude - (points[index]?.longitude ?? 0) }];
        });
        expect(scale === null).toBe(parts.length === 0);
        if (parts.length === 0) return;
        const whole = parts.reduce((sum, { length }) => sum + length, 0);
        const within = (test: (mean: number) => boolean) =>
          parts.reduce((sum, { mean, length }) => sum + (test(mean) ? (whole > 0 ? length : 1) : 0), 0) /
          (whole > 0 ? whole : parts.length);
        const { low, high } = scale ?? { low: Number.NaN, high: Number.NaN };
        expect(low).toBeLessThanOrEqual(high);
        expect(within((mean) => mean < low)).toBeLessThan(0.05 + 1e-6);
        expect(within((mean) => mean <= low)).toBeGreaterThan(0.05 - 1e-6);
        expect(within((mean) => mean < high)).toBeLessThan(0.95 + 1e-6);
        expect(within((mean) => mean <= high)).toBeGreaterThan(0.95 - 1e-6);
      }),
    );
  });

  test("has one colour if it is constant, and a scale of two points", () => {
    const { sailed } = trackLines([at(0, 1), at(1, 2), at(2, 3)], []);
    expect(sailed.features.map(({ properties }) => properties)).toEqual([{ share: 0.5 }]);
    expect(colourScale([at(0, 1, 4), at(1, 2, 6)], [])).toEqual({ low: 5, high: 5 });
    expect(colourScale([at(0, 1)], [])).toBeNull();
    expect(colourScale([], [])).toBeNull();
  });

  test("takes nothing from what was not recorded into its scale", () => {
    const points = [at(0, 1, 4), at(1, 2, 4), at(2, 40, 20), at(3, 41, 20)];
    const gap = { from: new Date(60_000), to: new Date(180_000) };
    expect(colourScale(points, [gap])).toEqual({ low: 4, high: 4 });
  });
});

describe("the graticule", () => {
  test("has at least three lines across the wider side, at any scale from an ocean to a harbour", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.006, max: 300, noNaN: true }), (span) => {
        const { meridians } = graticuleOf({ west: 10, south: 0, east: 10 + span, north: span / 2 });
        expect(meridians.length).toBeGreaterThanOrEqual(3);
        expect(meridians.length).toBeLessThanOrEqual(20);
      }),
    );
  });

  test("is labelled as on paper", () => {
    expect(graticuleLabel(59 + 50 / 60, "parallel", 10 / 60)).toBe("59°50′N");
    expect(graticuleLabel(-5, "meridian", 5)).toBe("5°W");
    expect(graticuleLabel(190, "meridian", 10)).toBe("170°W");
    expect(graticuleLabel(0, "parallel", 30)).toBe("0°");
    expect(graticuleLabel(23.7583333, "meridian", 0.5 / 60)).toBe("23°45.5′E");
  });
});
