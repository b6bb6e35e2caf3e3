/** How much of the map a picture reads: little, wherever and however large its box is, and nothing too coarse. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Box, columnOf, latitudeAt, longitudeAt, rowOf } from "../../../src/geo/map/square-map.ts";
import { tilesIn } from "../../../src/geo/map/tiles-in.ts";

const PIXELS = 480;
const MOST = 16;
const FINEST = 9;

/** Boxes as pictures have them, from a harbour to several times round the world; their longitudes may go beyond 180°. */
const boxes = fc
  .record({
    middle: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -400, max: 400, noNaN: true }),
    high: fc.double({ min: -3, max: 2.3, noNaN: true }).map((power) => 10 ** power),
  })
  .map(({ middle, longitude, high }): Box => {
    const wide = (1.6 * high) / Math.max(0.01, Math.cos((middle * Math.PI) / 180));
    return {
      west: longitude - wide / 2,
      east: longitude + wide / 2,
      south: middle - high / 2,
      north: middle + high / 2,
    };
  });

describe("the tiles of a picture", () => {
  it("are 16 at most, cover its box, and are of the finest zoom that is of use", () => {
    fc.assert(
      fc.property(boxes, (box) => {
        const tiles = tilesIn(box, PIXELS, FINEST);
        const worldsSeen = (box.east - box.west) / 360;
        if (tiles.length === 0) {
          // A world of 30 pixels or less.
          expect(worldsSeen).toBeGreaterThan(MOST - 2);
          return;
        }
        expect(tiles.length).toBeLessThanOrEqual(MOST);
        const zoom = tiles[0]?.zoom ?? 0;
        expect(tiles.every((tile) => tile.zoom === zoom && tile.row >= 0 && tile.row < 2 ** zoom)).toBe(true);
        const [columns, rows] = [tiles.map(({ column }) => column), tiles.map(({ row }) => row)];
        const count =
          (Math.max(...columns) - Math.min(...columns) + 1) * (Math.max(...rows) - Math.min(...rows) + 1);
        expect(new Set(tiles.map(({ column, row }) => `${column}/${row}`)).size).toBe(count);
        const [scale, slack] = [2 ** zoom, 1e-9];
        expect(Math.min(...columns) / scale).toBeLessThanOrEqual(columnOf(box.west) + slack);
        expect((Math.max(...columns) + 1) / scale).toBeGreaterThanOrEqual(columnOf(box.east) - slack);
        expect(Math.min(...rows) / scale).toBeLessThanOrEqual(rowOf(box.north) + slack);
        expect((Math.max(...rows) + 1) / scale).toBeGreaterThanOrEqual(rowOf(box.south) - slack);
        // Of an ordinary part of the world, no tile is stretched to more than two times its good size.
        const isOrdinary =
          box.north - box.south < 30 && Math.max(Math.abs(box.north), Math.abs(box.south)) < 60;
        if (isOrdinary && zoom < FINEST) expect(PIXELS / scale / worldsSeen).toBeLessThanOrEqual(512 + slack);
      }),
      { numRuns: 2000 },
    );
  });

  it("are few for an ocean crossing, and the finest for a harbour", () => {
    const crossing = tilesIn({ west: -65, south: 5, east: -13, north: 36 }, PIXELS, FINEST);
    expect([crossing.length, crossing[0]?.zoom]).toEqual([2, 3]);
    const harbour = tilesIn({ west: 22.95, south: 59.815, east: 22.97, north: 59.822 }, PIXELS, FINEST);
    expect(harbour.map(({ zoom }) => zoom)).toEqual([9]);
  });

  it("are found by a map whose places are those of degrees", () => {
    expect([columnOf(-180), columnOf(0), columnOf(180)]).toEqual([0, 0.5, 1]);
    expect([rowOf(90), rowOf(0), rowOf(-90)]).toEqual([0, 0.5, 1]);
    expect(rowOf(60)).toBeCloseTo(0.29039964, 8);
    fc.assert(
      fc.property(fc.double({ min: -85, max: 85, noNaN: true }), (degrees) => {
        expect(latitudeAt(rowOf(degrees))).toBeCloseTo(degrees, 9);
        expect(longitudeAt(columnOf(degrees))).toBeCloseTo(degrees, 9);
      }),
    );
  });
});
