/** Reads land outlines from the tiles of the dashboard's map. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { PMTiles } from "pmtiles";
import type { Observe } from "../../observe.ts";
import { clipped } from "./clipped.ts";
import { FileParts } from "./file-parts.ts";
import { EXTENT, landOf, type Outline } from "./land-tile.ts";
import { type Box, columnOf, LAST_LATITUDE, latitudeAt, longitudeAt, rowOf } from "./square-map.ts";
import { type Tile, tilesIn } from "./tiles-in.ts";

/** A source of land outlines. */
export interface Coast {
  /**
   * Land outlines clipped to a box, as alternating longitudes and latitudes. Empty without a map.
   * @param pixels the drawing's width, which limits what is read: at most 16 tiles of 40 kB
   */
  landIn(box: Box, pixels: number): Promise<readonly Outline[]>;
}

/** Folders of the map in the build: its own, or among the dashboard's files. */
const FOLDERS = ["map", "web/assets"];
/** The map's file name; among the dashboard's files it contains a content hash. */
const FILE = /^coast(?:-[\w-]+)?\.pmtiles$/;

/** Opens the map, which may be missing; read errors are reported once. @param built the build folder, `dist` */
export function openCoast(built: string, observe: Observe): Coast {
  let map: PMTiles | null = null;
  let isReported = false;
  return {
    async landIn(box, pixels) {
      try {
        map ??= await mapIn(built);
        return map === null ? [] : [...(await landOfTiles(map, box, pixels)), ...beyondTiles(box)];
      } catch (cause) {
        // A picture without a coast still shows where the boat was.
        if (!isReported) observe({ kind: "fault", where: "the map's coast", cause });
        isReported = true;
        // Reopen it for the next picture, because the reader caches failures.
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

/** A tile's outlines in degrees, clipped to the box and to the tile without its margins. */
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

/** Antarctica south of the tiles. */
function beyondTiles({ west, south, east, north }: Box): readonly Outline[] {
  if (south >= -LAST_LATITUDE) return [];
  const top = Math.min(north, -LAST_LATITUDE);
  return [[west, top, east, top, east, south, west, south]];
}
