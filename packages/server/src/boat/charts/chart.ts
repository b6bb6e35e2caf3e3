/** A chart: tiles from the operator's file or folder, or from another server. */

/** A chart as the dashboard receives it. */
export interface Chart {
  /** File or folder name; unique. */
  readonly id: string;
  readonly title: string;
  readonly kind: "raster" | "vector";
  /** URL template of the tiles, with `{z}`, `{x}` and `{y}`. */
  readonly tiles: string;
  readonly minzoom: number;
  readonly maxzoom: number;
  /** West, south, east, north, degrees. */
  readonly bounds: readonly [number, number, number, number];
  /** Attribution, plain text. */
  readonly attribution: string | null;
  /** Layers of a vector chart, bottom first. */
  readonly layers: readonly string[];
  /** Whether tiles come from another server, which then sees what users view. */
  readonly elsewhere: boolean;
}

/** A tile. */
export interface Tile {
  /** Content-Type. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** A chart found in the folder. */
export interface FoundChart {
  readonly chart: Chart;
  /** Reads a tile; null if it does not exist. Null for charts on another server. */
  readonly tile: ((z: number, x: number, y: number) => Promise<Tile | null>) | null;
}

/** The world in Web Mercator, degrees. */
export const WORLD: Chart["bounds"] = [-180, -85.0511, 180, 85.0511];

/** Highest zoom level. */
export const MOST_ZOOM = 24;

/** Size limit of a tile. */
export const MOST_TILE_BYTES = 2_000_000;

/** URL template for a chart in the folder; a new `version` changes the URL. */
export function tilesOf(id: string, version: string): string {
  return `/charts/${encodeURIComponent(id)}/{z}/{x}/{y}?v=${version}`;
}

/** Strips markup that chart makers put into names and attributions. */
export function plainText(text: string): string {
  return text
    .replace(/<[^<>]*>/g, "")
    .replace(/&copy;/g, "©")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 200);
}
