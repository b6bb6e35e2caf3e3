/**
 * Land in a tile of the map, which `bin/map` writes.
 * @see https://github.com/mapbox/vector-tile-spec/tree/master/2.1
 */

/** Units across a tile, from its west edge and from its north edge. */
export const EXTENT = 4096;

/** The numbers of what is read, in a tile, a layer and a feature. */
const [LAYER, NAME, FEATURE, GEOMETRY] = [3, 1, 2, 4];
const BYTES = 2;
const CLOSE = 7;

/** x and y in turn; the last corner is joined to the first. Clockwise is land, the other way round water within it. */
export type Outline = readonly number[];

/** The outlines of a tile's land, in its units and somewhat beyond its edges. */
export function landOf(tile: Uint8Array): readonly Outline[] {
  const layers = partsOf(tile, LAYER);
  const land = layers.find((layer) => partsOf(layer, NAME).some((name) => text(name) === "land"));
  if (land === undefined) return [];
  return partsOf(land, FEATURE)
    .flatMap((feature) => partsOf(feature, GEOMETRY))
    .flatMap(outlines);
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}

/** Reads whole numbers, seven bits a byte, the lowest first. */
class Numbers {
  readonly bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get more(): boolean {
    return this.at < this.bytes.length;
  }

  next(): number {
    for (let value = 0, scale = 1; ; scale *= 128) {
      const byte = this.bytes[this.at++] ?? 0;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  /** A number that may be below 0. */
  nextSigned(): number {
    const value = this.next();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}

/** The fields of a protocol buffer that have a number and are bytes. */
function partsOf(bytes: Uint8Array, wanted: number): Uint8Array[] {
  const numbers = new Numbers(bytes);
  const parts: Uint8Array[] = [];
  while (numbers.more) {
    const key = numbers.next();
    const value = numbers.next();
    if ((key & 7) !== BYTES) continue;
    if (key >> 3 === wanted) parts.push(bytes.subarray(numbers.at, numbers.at + value));
    numbers.at += value;
  }
  return parts;
}

/** Each outline is a move to its first corner, lines to the others, and its closing. */
function outlines(geometry: Uint8Array): Outline[] {
  const numbers = new Numbers(geometry);
  const found: Outline[] = [];
  let outline: number[] = [];
  let [x, y] = [0, 0];
  while (numbers.more) {
    const command = numbers.next();
    if ((command & 7) === CLOSE) {
      found.push(outline);
      outline = [];
      continue;
    }
    for (let count = command >> 3; count > 0 && numbers.more; count--) {
      x += numbers.nextSigned();
      y += numbers.nextSigned();
      outline.push(x, y);
    }
  }
  return found;
}
