/** The fine coast: shapes of well-known harbours, within the size that charts may have. */
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { PMTiles } from "pmtiles";
import { describe, expect, it } from "vitest";

const FILE = resolve(import.meta.dirname, "../../charts/harbours.pmtiles");
const COAST = resolve(import.meta.dirname, "../../../server/dist/map/coast.pmtiles");
const ZOOM = 10;
const EXTENT = 4096;
const EARTH = 40_075_017;
/** How far from a harbour its coast is looked at, in metres. */
const AROUND = 3 * 1852;

const bytes = readFileSync(FILE);
const archive = new PMTiles({
  getKey: () => FILE,
  getBytes: async (offset, length) => ({
    data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer,
  }),
});

interface Edge {
  readonly metres: number;
  /** From the harbour. */
  readonly away: number;
}

/** The edges of the coast in a harbour's tile, without those where it is cut. */
async function edgesAt(latitude: number, longitude: number): Promise<readonly Edge[]> {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const column = (longitude / 360 + 0.5) * 2 ** ZOOM;
  const row = (0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI) * 2 ** ZOOM;
  const [x, y] = [Math.floor(column), Math.floor(row)];
  const tile = await archive.getZxy(ZOOM, x, y);
  if (tile === undefined) return [];
  const { land } = new VectorTile(new PbfReader(new Uint8Array(tile.data))).layers;
  const unit = (EARTH * Math.cos((latitude * Math.PI) / 180)) / 2 ** ZOOM / EXTENT;
  const [homeX, homeY] = [(column - x) * EXTENT, (row - y) * EXTENT];
  const isInside = (p: { x: number; y: number }) => p.x > 0 && p.y > 0 && p.x < EXTENT && p.y < EXTENT;
  return (land?.feature(0).loadGeometry() ?? []).flatMap((ring) =>
    ring.flatMap((here, i) => {
      const before = ring.at(i - 1);
      if (before === undefined || !isInside(here) || !isInside(before)) return [];
      return [
        {
          metres: Math.hypot(here.x - before.x, here.y - before.y) * unit,
          away: Math.hypot(here.x - homeX, here.y - homeY) * unit,
        },
      ];
    }),
  );
}

describe("the coast near harbours", () => {
  it.each([
    ["Kiel", 54.36, 10.16, 150],
    ["Helsinki", 60.16, 24.95, 700],
    ["Cowes, in the Solent", 50.765, -1.295, 100],
    ["Portsmouth, in the Solent", 50.795, -1.11, 150],
    ["Falmouth", 50.155, -5.05, 220],
    ["Marstal", 54.855, 10.52, 200],
    ["Sydney", -33.855, 151.22, 500],
    ["Hanko", 59.82, 22.965, 300],
    ["Newport, Rhode Island", 41.486, -71.326, 150],
    ["Auckland", -36.84, 174.75, 150],
  ] as const)("bends where that of %s does, with no edge longer than 150 m", async (_, lat, lon, least) => {
    const near = (await edgesAt(lat, lon)).filter(({ away }) => away < AROUND);
    expect(near.length).toBeGreaterThan(least);
    expect(Math.max(...near.map(({ metres }) => metres))).toBeLessThan(150);
  });

  it("leaves coasts without a town to the coarse map", async () => {
    // East Greenland.
    expect(await edgesAt(74.5, -21)).toEqual([]);
  });

  it("takes less than 20 MB together with the coast of the world", () => {
    expect(statSync(FILE).size + statSync(COAST).size).toBeLessThan(20_000_000);
  });

  it("has no tile that a thin link would wait for", async () => {
    const { numTileEntries, tileDataLength = 0 } = await archive.getHeader();
    expect(tileDataLength).toBeGreaterThan(0);
    expect(tileDataLength / numTileEntries).toBeLessThan(2_000);
    for (const [x, y] of [
      [583, 296],
      [816, 451],
    ] as const) {
      const tile = await archive.getZxy(ZOOM, x, y);
      expect(tile?.data.byteLength ?? 0).toBeLessThan(40_000);
    }
  });
});
