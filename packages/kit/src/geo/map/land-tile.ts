/** Land in a map tile written by `bin/map`. */
import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";

/** Units per tile side, from the west and north edges. */
export const EXTENT = 4096;

/** Alternating x and y; implicitly closed. Clockwise is land, counter-clockwise is water in it. */
export type Outline = readonly number[];

/** The outlines of a tile's land, in tile units, including a margin. */
export function landOf(tile: Uint8Array): readonly Outline[] {
  const { land } = new VectorTile(new PbfReader(tile)).layers;
  if (land === undefined) return [];
  return Array.from({ length: land.length }, (_, n) => land.feature(n).loadGeometry())
    .flat()
    .map((ring) => ring.slice(0, -1).flatMap(({ x, y }) => [x, y]));
}
