/** Which tiles of the map a picture needs. */
import { type Box, columnOf, rowOf } from "./square-map.ts";

/** A tile; its column may be beyond the world's own, where the box is. */
export interface Tile {
  readonly zoom: number;
  readonly column: number;
  readonly row: number;
}

/** A tile is drawn as wide as this or wider, so that its simplified outlines are off by half a pixel at most. */
const LEAST_PIXELS = 256;
/** A box of an ordinary shape has nine. */
const MOST_TILES = 16;

/**
 * The tiles of a box at the finest zoom that is of use to a picture, 16 at most; none if the box goes round the world so often
 * that no land could be told.
 * @param pixels how wide the picture is
 * @param maxZoom the finest zoom that there is
 */
export function tilesIn(box: Box, pixels: number, maxZoom: number): readonly Tile[] {
  const finest = Math.floor(Math.log2((360 * pixels) / (box.east - box.west) / LEAST_PIXELS));
  for (let zoom = Math.max(0, Math.min(maxZoom, finest)); zoom >= 0; zoom--) {
    const tiles = 2 ** zoom;
    const [left, right] = [Math.floor(columnOf(box.west) * tiles), Math.floor(columnOf(box.east) * tiles)];
    // What is south of the map's edge counts with its last row.
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
