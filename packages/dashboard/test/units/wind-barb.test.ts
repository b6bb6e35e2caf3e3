/** Wind barbs: what their strokes add up to, and on which side they are. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { barbPath, isCalm, strokesOf } from "../../src/units/wind-barb.ts";

const winds = fc.double({ min: 0, max: 200, noNaN: true });

describe("the strokes of a wind barb", () => {
  test("add up to the wind within half a stroke, with as few as can be", () => {
    fc.assert(
      fc.property(winds, (knots) => {
        const { pennants, full, half } = strokesOf(knots);
        expect(Math.abs(50 * pennants + 10 * full + 5 * half - knots)).toBeLessThanOrEqual(2.5);
        expect(full).toBeLessThanOrEqual(4);
        expect(half).toBeLessThanOrEqual(1);
        expect(isCalm(knots)).toBe(knots < 2.5);
      }),
    );
  });

  test("are as sailors know them", () => {
    expect(strokesOf(5)).toEqual({ pennants: 0, full: 0, half: 1 });
    expect(strokesOf(12)).toEqual({ pennants: 0, full: 1, half: 0 });
    expect(strokesOf(65)).toEqual({ pennants: 1, full: 1, half: 1 });
  });
});

describe("the outline of a wind barb", () => {
  const numbers = (path: string) =>
    [...path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

  test("has a staff into the wind, and each stroke on the right of it; in the south on the left", () => {
    fc.assert(
      fc.property(winds, (knots) => {
        fc.pre(!isCalm(knots));
        const { pennants, full, half } = strokesOf(knots);
        const path = barbPath(knots, false);
        expect(path.match(/M/g)).toHaveLength(1 + pennants + full + half);
        expect(path.match(/Z/g) ?? []).toHaveLength(pennants);
        const [north, south] = [numbers(path), numbers(barbPath(knots, true))];
        expect(north.every(([x = Number.NaN, y = Number.NaN]) => x >= 0 && y <= 0)).toBe(true);
        expect(south).toEqual(north.map(([x = 0, y]) => [x === 0 ? 0 : -x, y]));
        // All strokes begin on the staff.
        const end = north[1]?.[1] ?? 0;
        const starts = [...path.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)].map(([, , y]) => Number(y));
        expect(starts.every((y) => y >= end && y <= 0)).toBe(true);
      }),
    );
  });

  test("is a circle in a calm", () => {
    expect(barbPath(2, false)).toBe(barbPath(0, true));
    expect(barbPath(0, false)).not.toContain("L");
  });
});
