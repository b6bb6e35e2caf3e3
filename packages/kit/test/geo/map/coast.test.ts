/** Land as outlines: nothing twice, nothing outside of the box. */
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openCoast } from "../../../src/geo/map/coast.ts";
import type { Outline } from "../../../src/geo/map/land-tile.ts";
import type { Box } from "../../../src/geo/map/square-map.ts";
import { ignoreAll } from "../../../src/observe.ts";

const coast = openCoast(join(import.meta.dirname, "../../../../server/dist"), ignoreAll);

/** Square degrees within an outline; negative if it runs the other way, as a lake's does. */
function areaOf(outline: Outline): number {
  let area = 0;
  for (let i = 0; i < outline.length; i += 2) {
    const [x = 0, y = 0] = outline.slice(i, i + 2);
    const [nextX = 0, nextY = 0] = i + 2 < outline.length ? outline.slice(i + 2) : outline;
    area += (nextX * y - x * nextY) / 2;
  }
  return area;
}

/** A box by two of its corners, wherever they are from each other. */
const boxBetween = (one: readonly [number, number], other: readonly [number, number]): Box => ({
  west: Math.min(one[0], other[0]),
  south: Math.min(one[1], other[1]),
  east: Math.max(one[0], other[0]) + 0.01,
  north: Math.max(one[1], other[1]) + 0.01,
});

const placeIn = (west: number, south: number, east: number, north: number) =>
  fc.tuple(
    fc.double({ min: west, max: east, noNaN: true }),
    fc.double({ min: south, max: north, noNaN: true }),
  );

describe("land in a box", () => {
  it("is all of it where there is only land, and nothing of it twice where tiles meet", async () => {
    const inland = placeIn(2, 18, 24, 29);
    await fc.assert(
      fc.asyncProperty(inland, inland, async (one, other) => {
        const box = boxBetween(one, other);
        const land = await coast.landIn(box, 480);
        const whole = (box.east - box.west) * (box.north - box.south);
        expect(land.reduce((sum, outline) => sum + areaOf(outline), 0) / whole).toBeCloseTo(1, 6);
      }),
      { numRuns: 60 },
    );
  });

  it("does not reach beyond the box, also where it crosses 180°", async () => {
    const fiji = placeIn(176, -20, 184, -15);
    let outlines = 0;
    await fc.assert(
      fc.asyncProperty(fiji, fiji, async (one, other) => {
        const box = boxBetween(one, other);
        for (const outline of await coast.landIn(box, 480)) {
          outlines++;
          const [longitudes, latitudes] = [0, 1].map((axis) => outline.filter((_, i) => i % 2 === axis));
          expect(Math.min(...(longitudes ?? []))).toBeGreaterThan(box.west - 1e-9);
          expect(Math.max(...(longitudes ?? []))).toBeLessThan(box.east + 1e-9);
          expect(Math.min(...(latitudes ?? []))).toBeGreaterThan(box.south - 1e-9);
          expect(Math.max(...(latitudes ?? []))).toBeLessThan(box.north + 1e-9);
        }
      }),
      { numRuns: 60 },
    );
    expect(outlines).toBeGreaterThan(100);
  });
});
