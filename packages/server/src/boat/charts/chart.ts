/** What a chart is to the dashboard: tiles from a file or folder of the operator's, or from a server elsewhere. */

/** A chart as the dashboard gets it. */
export interface Chart {
  /** The name of its file or folder, which is unique. */
  readonly id: string;
  readonly title: string;
  readonly kind: "raster" | "vector";
  /** Where browsers find a tile: an address with `{z}`, `{x}` and `{y}` in it. */
  readonly tiles: string;
  readonly minzoom: number;
  readonly maxzoom: number;
  /** West, south, east, north, degrees. */
  readonly bounds: readonly [number, number, number, number];
  /** Attribution, as plain text. */
  readonly attribution: string | null;
  /** The layers of a vector chart, from bottom to top. */
  readonly layers: readonly string[];
  /** Whether its tiles come from another server, which then sees what people look at. */
  readonly elsewhere: boolean;
}

/** A tile as it is sent. */
export interface Tile {
  /** The value of Content-Type. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** A chart that was found in the folder. */
export interface FoundChart {
  readonly chart: Chart;
  /** Reads a tile; null where there is none. Null for charts from elsewhere. */
  readonly tile: ((z: number, x: number, y: number) => Promise<Tile | null>) | null;
}

/** The whole world as charts show it, degrees. */
export const WORLD: Chart["bounds"] = [-180, -85.0511, 180, 85.0511];

/** The most zoom levels that tiles have anywhere. */
export const MOST_ZOOM = 24;

/** No tile of a chart needs more bytes, and no request may make the service read more. */
export const MOST_TILE_BYTES = 2_000_000;

/** Where browsers find the tiles of a chart in the folder; another `version` is another address. */
export function tilesOf(id: string, version: string): string {
  return `/charts/${encodeURIComponent(id)}/{z}/{x}/{y}?v=${version}`;
}

/** Text without the markup that makers of charts put into names and attributions. */
export function plainText(text: string): string {
  return text
    .replace(/<[^<>]*>/g, "")
    .replace(/&copy;/g, "©")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 200);
}
