/** Pictures as cameras write them, with a place, a time and a name in every corner that metadata can be in. */

/** Stands in every part of a picture that must not be kept. */
export const SECRET = "Aino's home";

/** 16 by 8 pixels, as a baseline JPEG: the tables of a real one, and a scan with escapes and restarts. */
const FRAME = Buffer.from([8, 0, 8, 0, 16, 1, 1, 0x11, 0]);
const SCAN = Buffer.from([1, 1, 0, 0, 63, 0]);
const DATA = Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0xff, 0x00]);

/** A part of a JPEG. */
export function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

const named = (name: string, rest: Buffer | string = SECRET): Buffer =>
  Buffer.concat([Buffer.from(name, "latin1"), Buffer.from(rest)]);

/** @param thumbnail its contents in place of a thumbnail */
export function jpeg(tiff: Buffer | null, thumbnail: Buffer | null = null): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(thumbnail === null ? [] : [segment(0xe0, named("JFXX\0\x10", thumbnail))]),
    ...(tiff === null ? [] : [segment(0xe1, named("Exif\0\0", tiff))]),
    segment(0xe1, named("http://ns.adobe.com/xap/1.0/\0")),
    segment(0xed, named("Photoshop 3.0\0")),
    segment(0xe2, named("MPF\0")),
    segment(0xe2, named("ICC_PROFILE\0", Buffer.from([1, 1, 7, 7]))),
    segment(0xfe, Buffer.from(SECRET)),
    segment(0xdb, Buffer.alloc(65, 1)),
    segment(0xc0, FRAME),
    segment(0xda, SCAN),
    DATA,
    Buffer.from([0xff, 0xd9]),
    Buffer.from(`ftypmp42 ${SECRET}`),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length);
  head.write(name, 4, "latin1");
  return Buffer.concat([head, content, Buffer.alloc(4)]);
}

export function png(tiff: Buffer): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(16, 0);
  size.writeUInt32BE(8, 4);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", size),
    chunk("tEXt", named("Author\0")),
    chunk("eXIf", tiff),
    chunk("IDAT", Buffer.from([1, 2, 3])),
    chunk("IEND", Buffer.alloc(0)),
    Buffer.from(SECRET),
  ]);
}

export function webp(tiff: Buffer): Buffer {
  const extended = Buffer.from([0x2c, 0, 0, 0, 15, 0, 0, 7, 0, 0]);
  const part = (name: string, content: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.write(name, "latin1");
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
  };
  const body = Buffer.concat([
    part("VP8X", extended),
    part("VP8L", Buffer.from([0x2f, 15, 0xc0, 1, 0, 9])),
    part("EXIF", tiff),
    part("XMP ", Buffer.from(SECRET)),
  ]);
  const head = Buffer.from("RIFF\0\0\0\0WEBP", "latin1");
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

interface Written {
  readonly taken?: string;
  readonly offset?: string;
  readonly orientation?: number;
  /** Degrees, minutes and seconds, and which side. */
  readonly latitude?: readonly [number, number, number, "N" | "S"];
  readonly longitude?: readonly [number, number, number, "E" | "W"];
}

type Value = { readonly type: number; readonly count: number; readonly bytes: Buffer };
type Entry = readonly [tag: number, value: Value];

/** EXIF as a camera writes it, in either order of bytes. */
export function exif(written: Written, little = true): Buffer {
  const u16 = (n: number): Buffer => {
    const bytes = Buffer.alloc(2);
    if (little) bytes.writeUInt16LE(n);
    else bytes.writeUInt16BE(n);
    return bytes;
  };
  const u32 = (n: number): Buffer => {
    const bytes = Buffer.alloc(4);
    if (little) bytes.writeUInt32LE(n);
    else bytes.writeUInt32BE(n);
    return bytes;
  };
  const ascii = (text: string): Value => {
    const bytes = Buffer.from(`${text}\0`);
    return { type: 2, count: bytes.length, bytes };
  };
  const long = (n: number): Value => ({ type: 4, count: 1, bytes: u32(n) });
  const angle = (parts: readonly number[]): Value => ({
    type: 5,
    count: parts.length,
    bytes: Buffer.concat(parts.flatMap((part) => [u32(Math.round(part * 1000)), u32(1000)])),
  });
  const directory = (at: number, entries: readonly Entry[]): Buffer => {
    let beyond = at + 2 + 12 * entries.length + 4;
    const tail: Buffer[] = [];
    const rows = entries.map(([tag, { type, count, bytes }]) => {
      const inline = Buffer.concat([bytes, Buffer.alloc(4)]).subarray(0, 4);
      const place = bytes.length > 4 ? u32(beyond) : inline;
      if (bytes.length > 4) {
        tail.push(bytes);
        beyond += bytes.length;
      }
      return Buffer.concat([u16(tag), u16(type), u32(count), place]);
    });
    return Buffer.concat([u16(entries.length), ...rows, u32(0), ...tail]);
  };
  const { taken, offset, orientation, latitude, longitude } = written;
  const camera: Entry[] = [
    ...(taken === undefined ? [] : [[0x9003, ascii(taken)] as const]),
    ...(offset === undefined ? [] : [[0x9011, ascii(offset)] as const]),
  ];
  const gps: Entry[] = [
    ...(latitude === undefined
      ? []
      : [[1, ascii(latitude[3])] as const, [2, angle(latitude.slice(0, 3).map(Number))] as const]),
    ...(longitude === undefined
      ? []
      : [[3, ascii(longitude[3])] as const, [4, angle(longitude.slice(0, 3).map(Number))] as const]),
  ];
  const main = (cameraAt: number, gpsAt: number): Buffer =>
    directory(8, [
      [0x010f, ascii(SECRET)],
      ...(orientation === undefined
        ? []
        : [[0x0112, { type: 3, count: 1, bytes: u16(orientation) }] as const]),
      [0x8769, long(cameraAt)],
      [0x8825, long(gpsAt)],
    ]);
  const cameraAt = 8 + main(0, 0).length;
  const cameraPart = directory(cameraAt, camera);
  const gpsAt = cameraAt + cameraPart.length;
  const head = Buffer.concat([Buffer.from(little ? "II" : "MM"), u16(42), u32(8)]);
  return Buffer.concat([head, main(cameraAt, gpsAt), cameraPart, directory(gpsAt, gps)]);
}
