/** Tiles of the coast and its towns, from ranges of one file on the dashboard's server. */
import { addProtocol, type VectorSourceSpecification } from "maplibre-gl";
import { PMTiles } from "pmtiles";
import url from "../../../../server/dist/map/coast.pmtiles?url";
import { CoastParts } from "./coast-parts.ts";

/** The source's id. */
export const TILES = "tiles";

const SCHEME = "coast";
const NO_TILE = new ArrayBuffer(0);
const archive = new PMTiles(new CoastParts(new URL(url, location.href).href));

const listeners = new Set<(arrived: boolean) => void>();

/** Calls back with each tile that loads or fails. Returns a function that stops this. */
export function followTiles(listener: (arrived: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(arrived: boolean): void {
  for (const listener of listeners) listener(arrived);
}

addProtocol(SCHEME, async ({ url: address }, { signal }) => {
  const [, zoom, x, y] = /(?<!\d)(\d+)\/(\d+)\/(\d+)$/.exec(address) ?? [];
  try {
    const tile = await archive.getZxy(Number(zoom), Number(x), Number(y), signal);
    tell(true);
    // No tile means open water.
    return { data: tile?.data ?? NO_TILE };
  } catch (error) {
    if (!signal.aborted) tell(false);
    throw error;
  }
});

/** The source for the chart's style. */
export function tilesSource(): VectorSourceSpecification {
  return { type: "vector", tiles: [`${SCHEME}://{z}/{x}/{y}`], minzoom: 0, maxzoom: 9 };
}
