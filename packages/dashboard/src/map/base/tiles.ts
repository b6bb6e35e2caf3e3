/** Tiles of the coast and its towns, from ranges of two files on the dashboard's server. */
import { AJAXError, addProtocol, type VectorSourceSpecification } from "maplibre-gl";
import { PMTiles } from "pmtiles";
import coastUrl from "../../../../server/dist/map/coast.pmtiles?url";
import harboursUrl from "../../../charts/harbours.pmtiles?url";
import { FINE_ZOOM } from "./coarse.ts";
import { CoastParts } from "./coast-parts.ts";

/** The source's id. */
export const TILES = "tiles";

const SCHEME = "coast";
const NO_TILE = new ArrayBuffer(0);
const archiveAt = (url: string) => new PMTiles(new CoastParts(new URL(url, location.href).href));
/** The whole world, coarse. */
const coast = archiveAt(coastUrl);
/** Fine, near harbours only. */
const harbours = archiveAt(harboursUrl);

/** What is known of fine tiles: whether there is one. */
const fine = new Map<string, boolean>();

const listeners = new Set<(arrived: boolean) => void>();

/** Calls back with each tile that loads or fails. Returns a function that stops this. */
export function followTiles(listener: (arrived: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(arrived: boolean): void {
  for (const listener of listeners) listener(arrived);
}

addProtocol(SCHEME, async ({ url }, { signal }) => {
  const [zoom = 0, x = 0, y = 0] = (/(?<!\d)(\d+)\/(\d+)\/(\d+)$/.exec(url) ?? []).slice(1).map(Number);
  const tile = await (zoom === FINE_ZOOM ? harbours : coast)
    .getZxy(zoom, x, y, signal)
    .catch((error: unknown) => {
      if (!signal.aborted) tell(false);
      throw error;
    });
  tell(true);
  if (zoom === FINE_ZOOM) {
    fine.set(`${x}/${y}`, tile !== undefined);
    // The map shows the coarse tile above instead.
    if (tile === undefined) throw new AJAXError(404, "no harbour", url, new Blob());
  }
  // No coarse tile means open water.
  return { data: tile?.data ?? NO_TILE };
});

/** Whether the coast at a place is fine; undefined until its tile was asked for. @param x and y shares of the world */
export function isFineAt(x: number, y: number): boolean | undefined {
  const size = 2 ** FINE_ZOOM;
  const column = Math.floor((x - Math.floor(x)) * size);
  return fine.get(`${column}/${Math.floor(y * size)}`);
}

/** The source for the chart's style. */
export function tilesSource(): VectorSourceSpecification & { readonly sparse: true } {
  return { type: "vector", tiles: [`${SCHEME}://{z}/{x}/{y}`], minzoom: 0, maxzoom: FINE_ZOOM, sparse: true };
}
