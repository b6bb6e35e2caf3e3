/** Optional layers of every chart: the boat's own charts, and those of other servers. */
import { type Row, requiredRows, textOf } from "../../api/row.ts";

/** A layer over the coast. */
export interface Layer {
  readonly id: string;
  readonly title: string;
  readonly kind: "raster" | "vector";
  /** The tile URL, with `{z}`, `{x}` and `{y}`. */
  readonly tiles: string;
  readonly minzoom: number;
  readonly maxzoom: number;
  /** West, south, east, north, degrees. */
  readonly bounds: readonly [number, number, number, number];
  readonly attribution: string | null;
  /** The layers of vector tiles, from bottom to top. */
  readonly parts: readonly string[];
  /** The server that learns which waters the user views; null for the dashboard's own. */
  readonly server: string | null;
}

const WORLD = [-180, -85.0511, 180, 85.0511] as const;

/** Buoys, lights and beacons. */
export const SEAMARKS: Layer = {
  id: "seamarks",
  title: "",
  kind: "raster",
  tiles: "https://tiles.openseamap.org/seamark/{z}/{x}/{y}.png",
  minzoom: 9,
  maxzoom: 18,
  bounds: WORLD,
  attribution: "OpenSeaMap",
  parts: [],
  server: "openseamap.org",
};

/** An element of `/charts.json`. */
interface ChartJson {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly tiles: string;
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly bounds: readonly number[];
  readonly attribution: string | null;
  readonly layers: readonly string[];
  readonly elsewhere: boolean;
}

function layerOf(row: Row<ChartJson>): Layer | null {
  const [id, tiles] = [row.text("id"), row.text("tiles")];
  if (id === null || tiles === null) return null;
  const [west = -180, south = -85, east = 180, north = 85] = row.list("bounds").map(Number);
  const elsewhere = row.boolean("elsewhere") ?? true;
  return {
    id,
    title: row.text("title") ?? id,
    kind: row.text("kind") === "vector" ? "vector" : "raster",
    // Tiles are fetched by a worker without a base URL.
    tiles: tiles.startsWith("/") ? `${location.origin}${tiles}` : tiles,
    minzoom: row.number("minzoom") ?? 0,
    maxzoom: row.number("maxzoom") ?? 18,
    bounds: [west, south, east, north],
    attribution: row.text("attribution"),
    parts: row.list("layers").flatMap((part) => textOf(part) ?? []),
    server: elsewhere ? new URL(tiles.replace(/[{}]/g, "")).host : null,
  };
}

/** The charts of the dashboard's server, by name. @throws if the request fails */
export async function fetchCharts(): Promise<readonly Layer[]> {
  const response = await fetch("/charts.json", { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`the list of charts was answered ${response.status}`);
  return requiredRows<ChartJson>(await response.json(), "charts").flatMap((row) => layerOf(row) ?? []);
}
