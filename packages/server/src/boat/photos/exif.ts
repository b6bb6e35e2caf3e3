/**
 * A picture's EXIF: time, position and orientation.
 * @see https://www.cipa.jp/std/documents/download_e.html?DC-008-Translation-2023-E
 */

/** Missing or implausible values are null. */
export interface Exif {
  /** Milliseconds since 1970. Without a time zone, the camera's clock counts as UTC. */
  readonly time: number | null;
  readonly position: { readonly latitude: number; readonly longitude: number } | null;
  /** EXIF orientation, 1 to 8. */
  readonly orientation: number;
}

export const NO_EXIF: Exif = { time: null, position: null, orientation: 1 };

const ORIENTATION = 0x0112;
const CHANGED = 0x0132;
const EXIF_PART = 0x8769;
const GPS_PART = 0x8825;
const TAKEN = 0x9003;
const TAKEN_OFFSET = 0x9011;
const GPS = { north: 1, latitude: 2, east: 3, longitude: 4, time: 7, date: 29 } as const;

/** Bytes per value, by type. */
const SIZES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1 };
const ASCII = 2;
const SHORT = 3;
const RATIONAL = 5;
/** Longest value read, bytes. */
const MOST = 64;

/** Values by tag. */
type Tags = ReadonlyMap<number, string | readonly number[]>;

/** Parses EXIF: the TIFF part after the marker. */
export function exifOf(tiff: Buffer): Exif {
  const order = tiff.toString("latin1", 0, 2);
  if (tiff.length < 8 || (order !== "II" && order !== "MM")) return NO_EXIF;
  const reader = new Reader(tiff, order === "II");
  const main = reader.tags(reader.u32(4));
  const part = (tag: number): Tags => {
    const [offset] = numbers(main.get(tag));
    return offset === undefined ? new Map() : reader.tags(offset);
  };
  const [camera, gps] = [part(EXIF_PART), part(GPS_PART)];
  const [orientation = 1] = numbers(main.get(ORIENTATION));
  return {
    time: takenAt(camera, gps) ?? localTime(text(main.get(CHANGED)), ""),
    position: positionOf(gps),
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
  };
}

class Reader {
  readonly #bytes: Buffer;
  readonly #little: boolean;

  constructor(bytes: Buffer, little: boolean) {
    this.#bytes = bytes;
    this.#little = little;
  }

  /** 0 beyond the end. */
  u16(at: number): number {
    if (at < 0 || at + 2 > this.#bytes.length) return 0;
    return this.#little ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at);
  }

  u32(at: number): number {
    if (at < 0 || at + 4 > this.#bytes.length) return 0;
    return this.#little ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }

  /** The tags of the directory at an offset. */
  tags(directory: number): Tags {
    const found = new Map<number, string | readonly number[]>();
    // A directory may claim more entries than the file holds, and a picture may have many of them.
    const end = Math.min(directory + 2 + 12 * this.u16(directory), this.#bytes.length);
    for (let entry = directory + 2; entry < end; entry += 12) {
      const [tag, type, count] = [this.u16(entry), this.u16(entry + 2), this.u32(entry + 4)];
      const size = (SIZES[type] ?? 0) * count;
      if (size === 0 || size > MOST) continue;
      const at = size > 4 ? this.u32(entry + 8) : entry + 8;
      if (at + size > this.#bytes.length) continue;
      found.set(tag, type === ASCII ? this.#text(at, count) : this.#numbers(at, type, count));
    }
    return found;
  }

  #text(at: number, length: number): string {
    return this.#bytes.toString("latin1", at, at + length).replace(/\0.*$/s, "");
  }

  #numbers(at: number, type: number, count: number): readonly number[] {
    return Array.from({ length: count }, (_, n) => {
      if (type === RATIONAL) return this.u32(at + 8 * n) / this.u32(at + 8 * n + 4);
      if (type === SHORT) return this.u16(at + 2 * n);
      return SIZES[type] === 4 ? this.u32(at + 4 * n) : (this.#bytes[at + n] ?? 0);
    });
  }
}

const text = (value: string | readonly number[] | undefined): string =>
  typeof value === "string" ? value : "";
const numbers = (value: string | readonly number[] | undefined): readonly number[] =>
  typeof value === "string" || value === undefined ? [] : value;

/** The camera's time if it has a zone, otherwise GPS time, which is UTC. */
function takenAt(camera: Tags, gps: Tags): number | null {
  const [taken, offset] = [text(camera.get(TAKEN)), text(camera.get(TAKEN_OFFSET))];
  const zoned = offset === "" ? null : localTime(taken, offset);
  return zoned ?? gpsTime(gps) ?? localTime(taken, "");
}

function gpsTime(gps: Tags): number | null {
  const clock = numbers(gps.get(GPS.time)).map((part) => String(Math.floor(part)).padStart(2, "0"));
  return clock.length === 3 ? localTime(`${text(gps.get(GPS.date))} ${clock.join(":")}`, "") : null;
}

/** `2026:06:01 14:05:09`, with an offset such as `+02:00` or none. */
function localTime(taken: string, offset: string): number | null {
  const [, year, month, day, clock] = /^(\d{4})[:-](\d\d)[:-](\d\d) (\d\d:\d\d:\d\d)/.exec(taken) ?? [];
  if (clock === undefined) return null;
  const zone = /^[+-]\d\d:\d\d$/.test(offset) ? offset : "Z";
  const time = Date.parse(`${year}-${month}-${day}T${clock}${zone}`);
  return Number.isNaN(time) ? null : time;
}

function positionOf(gps: Tags): Exif["position"] {
  const latitude = degrees(numbers(gps.get(GPS.latitude)), text(gps.get(GPS.north)) === "S", 90);
  const longitude = degrees(numbers(gps.get(GPS.longitude)), text(gps.get(GPS.east)) === "W", 180);
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null;
  return { latitude, longitude };
}

/** Degrees, minutes and seconds as degrees. */
function degrees(parts: readonly number[], isNegative: boolean, most: number): number | null {
  const [whole = Number.NaN, minutes = 0, seconds = 0] = parts;
  const value =
    whole + (Number.isNaN(minutes) ? 0 : minutes) / 60 + (Number.isNaN(seconds) ? 0 : seconds) / 3600;
  if (!(value >= 0 && value <= most)) return null;
  return Math.round((isNegative ? -value : value) * 1e6) / 1e6;
}
