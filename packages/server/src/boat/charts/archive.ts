/**
 * Charts in PMTiles files, version 3.
 * @see https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
 */

import { FileParts } from "@wakelog/kit/geo/map/file-parts.ts";
import { PMTiles, TileType } from "pmtiles";
import { z } from "zod";
import { type FoundChart, MOST_TILE_BYTES, MOST_ZOOM, plainText, tilesOf } from "./chart.ts";

const TYPES: Readonly<Partial<Record<TileType, string>>> = {
  [TileType.Mvt]: "application/vnd.mapbox-vector-tile",
  [TileType.Png]: "image/png",
  [TileType.Jpeg]: "image/jpeg",
  [TileType.Webp]: "image/webp",
  [TileType.Avif]: "image/avif",
};

const metadata = z.object({
  name: z.string().optional().catch(undefined),
  attribution: z.string().optional().catch(undefined),
  vector_layers: z
    .array(z.object({ id: z.string() }))
    .catch([])
    .default([]),
});

/**
 * Opens an archive.
 * @param id the file's name
 * @param version changes with the file
 * @throws Error if it is damaged or of another format
 */
export async function openArchive(path: string, id: string, version: string): Promise<FoundChart> {
  const archive = new PMTiles(new FileParts(path));
  const header = await archive.getHeader();
  const type = TYPES[header.tileType];
  if (type === undefined) throw new Error("its tiles are of an unknown kind");
  const { name, attribution, vector_layers } = metadata.parse(await archive.getMetadata());
  const { minZoom, maxZoom } = header;
  if (minZoom > maxZoom || maxZoom > MOST_ZOOM) throw new Error("its zoom levels are out of order");
  return {
    chart: {
      id,
      title: plainText(name ?? "") || id.replace(/\.pmtiles$/, ""),
      kind: header.tileType === TileType.Mvt ? "vector" : "raster",
      tiles: tilesOf(id, version),
      minzoom: minZoom,
      maxzoom: maxZoom,
      bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
      attribution: plainText(attribution ?? "") || null,
      layers: vector_layers.map((layer) => layer.id).slice(0, 100),
      elsewhere: false,
    },
    async tile(zoom, x, y) {
      const found = await archive.getZxy(zoom, x, y);
      if (found === undefined || found.data.byteLength > MOST_TILE_BYTES) return null;
      return { type, bytes: Buffer.from(found.data) };
    },
  };
}
