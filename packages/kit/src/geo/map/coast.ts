/** Land in a part of the world, from the tiles of the dashboard's map. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { PMTiles } from "pmtiles";
import type { Observe } from "../../observe.ts";
import { clipped } from "./clipped.ts";
import { FileParts } from "./file-parts.ts";
import { EXTENT, landOf, type Outline } from "./land-tile.ts";
import { type Box, columnOf, LAST_LATITUDE, latitudeAt, longitudeAt, rowOf } from "./square-map.ts";
import { type Tile, tilesIn } from "./tiles-in.ts";

/** Where land is. */
export interface Coast {
  /**
   * The outlines of land in a box, cut off at its edges: longitude and latitude in turn, as in the box. None if there is no
   * map to read it from.
   * @param pixels how wide it will be drawn, which decides how much is read: 16 tiles of the map at most, of 40 kB
   */
  landIn(box: Box, pixels: number): Promise<readonly Outline[]>;
}

/** Where the map is in what was built: as it was made, or where it is published, among the dashboard's files. */
const FOLDERS = ["map", "web/assets"];
/** Its name, in which the dashboard's files have a hash of their content. */
const FILE = /^coast(?:-[\w-]+)?\.pmtiles$/;

/**
 * Reads the coast from the map. It need not be there; what cannot be read is reported once.
 * @param built the folder of what was built, `dist`
 */
export function openCoast(built: string, observe: Observe): Coast {
  let map: PMTiles | null = null;
  let isTold = false;
  return {
    async landIn(box, pixels) {
      try {
        map ??= await mapIn(built);
        return map === null ? [] : [...(await landOfTiles(map, box, pixels)), ...beyondTiles(box)];
      } catch (cause) {
        // A picture without a coast says where the boat was all the same.
        if (!isTold) observe({ kind: "fault", where: "the map's coast", cause });
        isTold = true;
        // Opened again for the next picture, since the reader keeps what failed.
        map = null;
        return [];
      }
    },
  };
}

async function mapIn(built: string): Promise<PMTiles | null> {
  for (const folder of FOLDERS.map((one) => join(built, one))) {
    const names = await readdir(folder).catch(() => []);
    const name = names.find((one) => FILE.test(one));
    if (name !== undefined) return new PMTiles(new FileParts(join(folder, name)));
  }
  return null;
}

async function landOfTiles(map: PMTiles, box: Box, pixels: number): Promise<readonly Outline[]> {
  const { maxZoom } = await map.getHeader();
  const land = await Promise.all(
    tilesIn(box, pixels, maxZoom).map(async (tile) => {
      const { zoom, column, row } = tile;
      const worlds = 2 ** zoom;
      const found = await map.getZxy(zoom, ((column % worlds) + worlds) % worlds, row);
      return found === undefined ? [] : inDegrees(landOf(new Uint8Array(found.data)), tile, box);
    }),
  );
  return land.flat();
}

/** Outlines of a tile, without its margins, which are its neighbours', and what is outside of the box. */
function inDegrees(land: readonly Outline[], { zoom, column, row }: Tile, box: Box): readonly Outline[] {
  const tiles = 2 ** zoom;
  const units = (place: number, first: number) =>
    Math.min(EXTENT, Math.max(0, (place * tiles - first) * EXTENT));
  const [west, east] = [units(columnOf(box.west), column), units(columnOf(box.east), column)];
  const [north, south] = [units(rowOf(box.north), row), units(rowOf(box.south), row)];
  return land.flatMap((outline) => {
    const inside = clipped(clipped(outline, "x", west, east), "y", north, south);
    if (inside.length === 0) return [];
    const isX = (i: number) => i % 2 === 0;
    return [
      inside.map((unit, i) =>
        isX(i) ? longitudeAt((column + unit / EXTENT) / tiles) : latitudeAt((row + unit / EXTENT) / tiles),
      ),
    ];
  });
}

/** Antarctica where the tiles do not reach. */
function beyondTiles({ west, south, east, north }: Box): readonly Outline[] {
  if (south >= -LAST_LATITUDE) return [];
  const top = Math.min(north, -LAST_LATITUDE);
  return [[west, top, east, top, east, south, west, south]];
}
