/**
 * Charts on another server, described by a TileJSON file.
 * @see https://github.com/mapbox/tilejson-spec/tree/master/3.0.0
 */
import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { type FoundChart, MOST_ZOOM, plainText, WORLD } from "./chart.ts";

const MOST_BYTES = 64_000;

const zoom = z.number().int().min(0).max(MOST_ZOOM);
const tileJson = z.object({
  name: z.string().optional(),
  attribution: z.string().optional(),
  tiles: z.array(z.url({ protocol: /^https?$/ })).min(1),
  minzoom: zoom.default(0),
  maxzoom: zoom.default(18),
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).default([...WORLD]),
  vector_layers: z.array(z.object({ id: z.string() })).optional(),
});

/**
 * Reads a chart description.
 * @throws Error if it is invalid
 */
export async function readOnlineChart(path: string, id: string): Promise<FoundChart> {
  const { size } = await stat(path);
  if (size > MOST_BYTES) throw new Error("it is too long for a TileJSON file");
  const parsed = tileJson.safeParse(JSON.parse(await readFile(path, "utf8")));
  if (!parsed.success) throw new Error(`it is not a TileJSON file: ${z.prettifyError(parsed.error)}`);
  const { name, attribution, tiles, minzoom, maxzoom, bounds, vector_layers } = parsed.data;
  const [address = ""] = tiles;
  if (!["{z}", "{x}", "{y}"].every((part) => address.includes(part)))
    throw new Error("the address of its tiles lacks {z}, {x} or {y}");
  return {
    chart: {
      id,
      title: plainText(name ?? "") || id.replace(/\.json$/, ""),
      kind: vector_layers === undefined ? "raster" : "vector",
      tiles: address,
      minzoom,
      maxzoom,
      bounds,
      attribution: plainText(attribution ?? "") || null,
      layers: (vector_layers ?? []).map((layer) => layer.id).slice(0, 100),
      elsewhere: true,
    },
    tile: null,
  };
}
