/** Finds EXIF in JPEG, PNG and WebP, and writes it into a JPEG. Pure. */

const EXIF_MARK = [0x45, 0x78, 0x69, 0x66, 0, 0] as const;
/** The JFIF extension with a JPEG thumbnail. */
const THUMBNAIL_MARK = [0x4a, 0x46, 0x58, 0x58, 0, 0x10] as const;
const APP0 = 0xe0;
const APP1 = 0xe1;
/** Capacity of a segment in bytes. */
const MOST_BYTES = 65_533;

type Bytes = Uint8Array<ArrayBuffer>;

interface Part {
  readonly name: string;
  readonly start: number;
  readonly content: Bytes;
  readonly end: number;
}

const ascii = (bytes: Bytes, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));
const u32 = (bytes: Bytes, at: number, little: boolean): number =>
  new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, little);

/** The segments before the image data. */
function* jpegSegments(file: Bytes): Generator<Part> {
  for (let at = 2; at + 4 <= file.length && file[at] === 0xff; ) {
    const marker = file[at + 1] ?? 0;
    if (marker < 0xc0 || marker === 0xda || marker === 0xd9) return;
    const end = at + 2 + (file[at + 2] ?? 0) * 256 + (file[at + 3] ?? 0);
    yield { name: marker.toString(16), start: at, content: file.subarray(at + 4, end), end };
    at = end;
  }
}

function* pngChunks(file: Bytes): Generator<Part> {
  for (let at = 8; at + 12 <= file.length; ) {
    const end = at + 12 + u32(file, at, false);
    yield { name: ascii(file, at + 4, at + 8), start: at, content: file.subarray(at + 8, end - 4), end };
    at = end;
  }
}

function* webpChunks(file: Bytes): Generator<Part> {
  for (let at = 12; at + 8 <= file.length; ) {
    const length = u32(file, at + 4, true);
    const end = at + 8 + length + (length % 2);
    yield { name: ascii(file, at, at + 4), start: at, content: file.subarray(at + 8, at + 8 + length), end };
    at = end;
  }
}

const begins = (content: Bytes, mark: readonly number[]): boolean =>
  mark.every((byte, n) => content[n] === byte);

export function isJpeg(file: Bytes): boolean {
  return file[0] === 0xff && file[1] === 0xd8;
}

/** The EXIF block of a file; null if there is none. */
export function exifIn(file: Bytes): Bytes | null {
  const found = (parts: Iterable<Part>, name: string): Bytes | null => {
    for (const part of parts) {
      if (part.name !== name) continue;
      if (begins(part.content, EXIF_MARK)) return part.content.slice(EXIF_MARK.length);
      // APP1 can hold other data, such as XMP.
      if (name !== APP1.toString(16)) return part.content.slice();
    }
    return null;
  };
  if (isJpeg(file)) return found(jpegSegments(file), APP1.toString(16));
  if (ascii(file, 1, 4) === "PNG") return found(pngChunks(file), "eXIf");
  return ascii(file, 8, 12) === "WEBP" ? found(webpChunks(file), "EXIF") : null;
}

/** A JPEG with its EXIF and thumbnail replaced. */
export function jpegWith(file: Bytes, tiff: Bytes, thumbnail: Bytes | null): readonly Bytes[] {
  const dropped = [...jpegSegments(file)].filter(
    ({ name, content }) =>
      name === APP1.toString(16) || (name === APP0.toString(16) && begins(content, THUMBNAIL_MARK)),
  );
  const kept: Bytes[] = [];
  let from = 2;
  for (const { start, end } of dropped) {
    kept.push(file.subarray(from, start));
    from = end;
  }
  kept.push(file.subarray(from));
  return [
    file.subarray(0, 2),
    segment(APP1, EXIF_MARK, tiff),
    ...(thumbnail === null || !fits(thumbnail) ? [] : [segment(APP0, THUMBNAIL_MARK, thumbnail)]),
    ...kept,
  ];
}

/** Whether a thumbnail fits into a segment. */
export function fits(thumbnail: { readonly length: number }): boolean {
  return thumbnail.length + THUMBNAIL_MARK.length <= MOST_BYTES;
}

function segment(marker: number, mark: readonly number[], content: Bytes): Bytes {
  const length = 2 + mark.length + content.length;
  return Uint8Array.from([0xff, marker, length >> 8, length & 0xff, ...mark, ...content]);
}
