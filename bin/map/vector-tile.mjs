// Writes tiles of the map. https://github.com/mapbox/vector-tile-spec/tree/master/2.1
import { varint } from "./archive.mjs";

/** Units across a tile. */
export const EXTENT = 4096;
const [POINT, POLYGON] = [1, 3];

/**
 * A tile of land and towns.
 * @param rings outlines, each a flat list of x and y; one that goes round clockwise begins an area, others are its holes
 * @param towns each with x, y and its name, the largest first
 */
export function tileOf(rings, towns) {
  const land = rings.length === 0 ? [] : layer("land", [feature(POLYGON, [], polygons(rings))], []);
  const names = [...new Set(towns.map(({ name }) => name))];
  const places = towns.map(({ x, y, name, rank }) => {
    return feature(POINT, [0, names.indexOf(name), 1, names.length + rank], [9, zigzag(x), zigzag(y)]);
  });
  const ranks = Array.from({ length: 10 }, (_, rank) => [0x28, rank]);
  const values = [...names.map((name) => field(1, [...Buffer.from(name)])), ...ranks];
  return Uint8Array.from([
    ...land,
    ...(towns.length === 0 ? [] : layer("towns", places, ["name", "rank"], values)),
  ]);
}

/** Moves to the first point of each outline, draws to the others and closes it. */
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

function feature(type, tags, geometry) {
  return [...(tags.length === 0 ? [] : packed(2, tags)), 0x18, type, ...packed(4, geometry)];
}

function layer(name, features, keys, values = []) {
  const bytes = [0x78, 2, ...field(1, [...Buffer.from(name)])];
  const add = (number, part) => {
    for (const byte of field(number, part)) bytes.push(byte);
  };
  for (const one of features) add(2, one);
  for (const key of keys) add(3, [...Buffer.from(key)]);
  for (const value of values) add(4, value);
  bytes.push(0x28);
  varint(bytes, EXTENT);
  return field(3, bytes);
}

function packed(number, values) {
  const bytes = [];
  for (const value of values) varint(bytes, value);
  return field(number, bytes);
}

/** A field of bytes of a protocol buffer. */
function field(number, bytes) {
  const head = [(number << 3) | 2];
  varint(head, bytes.length);
  return head.concat(bytes);
}

function zigzag(value) {
  return value < 0 ? -2 * value - 1 : 2 * value;
}
