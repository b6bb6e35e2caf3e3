// Writes the map's vector tiles. https://github.com/mapbox/vector-tile-spec/tree/master/2.1
import { PbfWriter } from "pbf";

/** Units across a tile. */
export const EXTENT = 4096;
const [POINT, POLYGON] = [1, 3];

/**
 * A tile of land and towns.
 * @param rings outlines, each a flat list of x and y; a clockwise one begins an area, others are its holes
 * @param towns each with x, y and its name, largest first
 */
export function tileOf(rings, towns) {
  const tile = new PbfWriter();
  if (rings.length > 0) {
    const features = [{ type: POLYGON, tags: [], geometry: polygons(rings) }];
    tile.writeMessage(3, writeLayer, { name: "land", features, keys: [], names: [], ranks: 0 });
  }
  if (towns.length > 0) {
    const names = [...new Set(towns.map(({ name }) => name))];
    const features = towns.map(({ x, y, name, rank }) => ({
      type: POINT,
      tags: [0, names.indexOf(name), 1, names.length + rank],
      geometry: [9, zigzag(x), zigzag(y)],
    }));
    tile.writeMessage(3, writeLayer, { name: "towns", features, keys: ["name", "rank"], names, ranks: 11 });
  }
  return tile.finish();
}

/** Encodes outlines as move, line and close commands. */
function polygons(rings) {
  const geometry = [];
  let [px, py] = [0, 0];
  const step = (x, y) => {
    geometry.push(zigzag(x - px), zigzag(y - py));
    [px, py] = [x, y];
  };
  for (const ring of rings) {
    geometry.push((1 << 3) | 1);
    step(ring[0], ring[1]);
    geometry.push(((ring.length / 2 - 1) << 3) | 2);
    for (let i = 2; i < ring.length; i += 2) step(ring[i], ring[i + 1]);
    geometry.push((1 << 3) | 7);
  }
  return geometry;
}

/** A layer's values are the names, then the ranks from 0. */
function writeLayer({ name, features, keys, names, ranks }, writer) {
  writer.writeVarintField(15, 2);
  writer.writeStringField(1, name);
  for (const feature of features) writer.writeMessage(2, writeFeature, feature);
  for (const key of keys) writer.writeStringField(3, key);
  for (const text of names) writer.writeMessage(4, (value) => writer.writeStringField(1, value), text);
  for (let rank = 0; rank < ranks; rank++) {
    writer.writeMessage(4, (value) => writer.writeVarintField(5, value), rank);
  }
  writer.writeVarintField(5, EXTENT);
}

function writeFeature({ type, tags, geometry }, writer) {
  writer.writePackedVarint(2, tags);
  writer.writeVarintField(3, type);
  writer.writePackedVarint(4, geometry);
}

function zigzag(value) {
  return value < 0 ? -2 * value - 1 : 2 * value;
}
