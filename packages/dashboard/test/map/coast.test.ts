/** The built coast: land and water are right in well-known harbours. */
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { PMTiles, type Source } from "pmtiles";
import { describe, expect, it } from "vitest";

const FILE = resolve(import.meta.dirname, "../../../server/dist/map/coast.pmtiles");
const ZOOM = 9;
const EXTENT = 4096;
/** The dashboard's first read (packages/dashboard/src/map/base/coast-parts.ts). */
const FIRST_BYTES = 2048;

const bytes = readFileSync(FILE);
const source: Source = {
  getKey: () => FILE,
  getBytes: async (offset, length) => ({
    data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer,
  }),
};
const archive = new PMTiles(source);

type Corner = readonly [number, number];

/** The outlines of a layer's only feature. */
function outlines(tile: Uint8Array): Corner[][] {
  const { land } = new VectorTile(new PbfReader(tile)).layers;
  const rings = land === undefined ? [] : land.feature(0).loadGeometry();
  return rings.map((ring) => ring.map(({ x, y }) => [x, y]));
}

function isInside(rings: readonly (readonly Corner[])[], x: number, y: number): boolean {
  let inside = false;
  for (const ring of rings) {
    let [beforeX, beforeY] = ring.at(-1) ?? [0, 0];
    for (const [hereX, hereY] of ring) {
      if (hereY > y !== beforeY > y && x < ((beforeX - hereX) * (y - hereY)) / (beforeY - hereY) + hereX) {
        inside = !inside;
      }
      [beforeX, beforeY] = [hereX, hereY];
    }
  }
  return inside;
}

/** What the map shows at a place, by a zoom's tile. */
async function shown(latitude: number, longitude: number, zoom: number): Promise<"land" | "water"> {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const column = (longitude / 360 + 0.5) * 2 ** zoom;
  const row = (0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI) * 2 ** zoom;
  const [x, y] = [Math.floor(column), Math.floor(row)];
  const tile = await archive.getZxy(zoom, x, y);
  if (tile === undefined) return "water";
  const rings = outlines(new Uint8Array(tile.data));
  return isInside(rings, (column - x) * EXTENT, (row - y) * EXTENT) ? "land" : "water";
}

describe("the coast", () => {
  it.each([
    ["the town of Hanko", 59.826, 22.97, "land"],
    ["its eastern harbour", 59.817, 22.965, "water"],
    ["the middle of Helsinki", 60.17, 24.945, "land"],
    ["the water before it", 60.155, 24.99, "water"],
    ["Portsmouth", 50.797, -1.09, "land"],
    ["the Solent", 50.765, -1.2, "water"],
    ["Copenhagen", 55.68, 12.57, "land"],
    ["the Sound", 55.72, 12.66, "water"],
    ["inland, where there is nothing but land", 25, 5, "land"],
    ["mid-ocean, where there is nothing but water", 0, -150, "water"],
    ["the Caspian, a sea within land", 42, 51, "water"],
    ["Taveuni, at the 180th meridian", -16.85, 179.99, "land"],
    ["Antarctica", -80, 0, "land"],
  ] as const)("shows %s as it is", async (_, latitude, longitude, what) => {
    expect(await shown(latitude, longitude, ZOOM)).toBe(what);
  });

  it.each([
    ["Taveuni", -17.1, -16.6],
    ["Wrangel Island", 70.8, 71.6],
    ["Chukotka", 64.9, 69.1],
  ] as const)("meets on both sides of the 180th meridian: %s", async (_, south, north) => {
    // Coasts along the meridian may differ by the gap between the two longitudes, about 100 m.
    const [west, east] = [179.9995, -179.9995];
    const steps = 200;
    let apart = 0;
    let land = 0;
    for (let step = 0; step < steps; step++) {
      const latitude = south + ((north - south) * (step + 0.5)) / steps;
      const [here, there] = [await shown(latitude, west, ZOOM), await shown(latitude, east, ZOOM)];
      if (here === "land") land += 1;
      if (here !== there) apart += 1;
    }
    expect(land).toBeGreaterThan(0);
    expect(apart).toBeLessThanOrEqual(steps * 0.01);
  });

  it("shows oceans and continents from far away", async () => {
    for (const zoom of [0, 2, 5]) {
      expect(await shown(50, 10, zoom)).toBe("land");
      expect(await shown(40, -40, zoom)).toBe("water");
    }
  });

  it("has all zooms in less than 20 MB", async () => {
    const { minZoom, maxZoom } = await archive.getHeader();
    expect([minZoom, maxZoom]).toEqual([0, ZOOM]);
    expect(statSync(FILE).size).toBeLessThan(20_000_000);
  });

  it("needs few bytes beside a tile to find it", async () => {
    let beside = 0;
    const reader = new PMTiles({
      getKey: () => FILE,
      async getBytes(offset, length) {
        const { tileDataOffset } = await archive.getHeader();
        if (offset < tileDataOffset) beside += offset === 0 ? FIRST_BYTES : length;
        // Header and root directory must fit into the dashboard's first request.
        return source.getBytes(offset, offset === 0 ? FIRST_BYTES : length);
      },
    });
    expect(await reader.getZxy(ZOOM, 288, 147)).toBeDefined();
    expect(beside).toBeLessThan(6_000);
  });

  it("has no tile that a thin link would wait for", async () => {
    // The largest are archipelagos; a view of a bay has a dozen tiles at most.
    const dense = [
      [9, 283, 147],
      [6, 35, 18],
      [0, 0, 0],
    ] as const;
    for (const [z, x, y] of dense) {
      const tile = await archive.getZxy(z, x, y);
      expect(tile?.data.byteLength ?? 0).toBeLessThan(100_000);
    }
  });
});
