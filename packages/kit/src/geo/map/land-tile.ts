/** Land in a tile of the map, which `bin/map` writes. */
import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";

/** Units across a tile, from its west edge and from its north edge. */
export const EXTENT = 4096;

/** x and y in turn; the last corner is joined to the first. Clockwise is land, the other way round water within it. */
export type Outline = readonly number[];

/** The outlines of a tile's land, in its units and somewhat beyond its edges. */
export function landOf(tile: Uint8Array): readonly Outline[] {
  const { land } = new VectorTile(new PbfReader(tile)).layers;
  if (land === undefined) return [];
  return Array.from({ length: land.length }, (_, n) => land.feature(n).loadGeometry())
    .flat()
    .map((ring) => ring.slice(0, -1).flatMap(({ x, y }) => [x, y]));
}
