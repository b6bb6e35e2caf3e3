/** Chooses the map tiles for a picture. */
import { type Box, columnOf, rowOf } from "./square-map.ts";

/** A tile; its column may be beyond the world's if the box is. */
export interface Tile {
  readonly zoom: number;
  readonly column: number;
  readonly row: number;
}

/** Least drawn width of a tile, so that its simplified outlines are off by at most half a pixel. */
const LEAST_PIXELS = 256;
/** A typical box has nine. */
const MOST_TILES = 16;

/**
 * The tiles of a box at the finest useful zoom, at most 16; none if the box circles the world too often to show land.
 * @param pixels the picture's width
 * @param maxZoom the finest zoom available
 */
export function tilesIn(box: Box, pixels: number, maxZoom: number): readonly Tile[] {
  const finest = Math.floor(Math.log2((360 * pixels) / (box.east - box.west) / LEAST_PIXELS));
  for (let zoom = Math.max(0, Math.min(maxZoom, finest)); zoom >= 0; zoom--) {
    const tiles = 2 ** zoom;
    const [left, right] = [Math.floor(columnOf(box.west) * tiles), Math.floor(columnOf(box.east) * tiles)];
    // Everything south of the map counts as its last row.
    const rowAt = (latitude: number) => Math.min(tiles - 1, Math.floor(rowOf(latitude) * tiles));
    const [top, bottom] = [rowAt(box.north), rowAt(box.south)];
    if ((right - left + 1) * (bottom - top + 1) > MOST_TILES) continue;
    return range(top, bottom).flatMap((row) => range(left, right).map((column) => ({ zoom, column, row })));
  }
  return [];
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
