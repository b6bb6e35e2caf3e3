/** JPEG: the segments up to the end of the picture. */
import { type Exif, exifOf, NO_EXIF } from "./exif.ts";
import { MOST_PARTS } from "./parts.ts";
import type { Picture } from "./picture.ts";

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const COMMENT = 0xfe;
const JFIF_MARK = Buffer.from("JFIF\0", "latin1");
/** JFIF extension with a JPEG thumbnail. */
const THUMBNAIL_MARK = Buffer.from("JFXX\0\x10", "latin1");
/** Maximum width and height of a thumbnail, pixels. */
const THUMBNAIL_SIDE = 512;
const EXIF_MARK = Buffer.from("Exif\0\0", "latin1");

/**
 * The picture; null if it is invalid or has no end. Data after the end, such as a video, is dropped. Thumbnails come
 * from JFIF (ITU-T T.871), as programs write them; cameras' EXIF thumbnails may show what was later cropped.
 * @see https://www.w3.org/Graphics/JPEG/jfif3.pdf
 */
export function jpegPicture(file: Buffer): Picture | null {
  let found: Buffer | null = null;
  const picture = pictureIn(file, (content) => {
    found ??= content;
  });
  return picture === null || found === null ? picture : { ...picture, thumbnail: thumbnailIn(found) };
}

/** A usable thumbnail; null if there is none. */
function thumbnailIn(content: Buffer): Buffer | null {
  try {
    const small = pictureIn(content, () => {});
    const fits = small !== null && small.width <= THUMBNAIL_SIDE && small.height <= THUMBNAIL_SIDE;
    return fits ? small.bytes : null;
  } catch (cause) {
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}

/** The picture without its thumbnails, which go to `onThumbnail`. */
function pictureIn(file: Buffer, onThumbnail: (content: Buffer) => void): Picture | null {
  if (file.length < 4 || file[0] !== 0xff || file[1] !== START) return null;
  const kept: Buffer[] = [];
  let exif: Exif = NO_EXIF;
  let size: { readonly width: number; readonly height: number } | null = null;
  for (let at = 2; ; ) {
    if (file[at] !== 0xff) return null;
    const marker = file[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === END) break;
    const end = at + 2 + file.readUInt16BE(at + 2);
    if (end > file.length) return null;
    const content = file.subarray(at + 4, end);
    if (marker === APP1 && content.subarray(0, 6).equals(EXIF_MARK)) exif = exifOf(content.subarray(6));
    if (marker === APP0 && content.subarray(0, 6).equals(THUMBNAIL_MARK)) onThumbnail(content.subarray(6));
    if (isFrame(marker)) size = { height: content.readUInt16BE(1), width: content.readUInt16BE(3) };
    const next = marker === SCAN ? endOfScan(file, end) : end;
    if (next === null || kept.length >= MOST_PARTS) return null;
    if (belongsToPicture(marker, content))
      kept.push(isJfif(marker, content) ? bare(content) : file.subarray(at, next));
    at = next;
  }
  if (size === null || size.width === 0 || size.height === 0) return null;
  const { orientation } = exif;
  const turned = orientation >= 5 ? { width: size.height, height: size.width } : size;
  const head = [Buffer.from([0xff, START]), ...(orientation === 1 ? [] : [orientationSegment(orientation)])];
  const bytes = Buffer.concat([...head, ...kept, Buffer.from([0xff, END])]);
  return { type: "image/jpeg", ...turned, bytes, exif, thumbnail: null };
}

/** SOF0 to SOF15, which hold the size; three other markers in this range are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Of application segments, keep only those that affect colours. */
function belongsToPicture(marker: number, content: Buffer): boolean {
  if (marker === COMMENT) return false;
  if (marker < APP0 || marker > 0xef) return true;
  const name = content.toString("latin1", 0, 12);
  if (marker === APP0) return isJfif(marker, content);
  if (marker === APP2) return name.startsWith("ICC_PROFILE\0");
  return marker === APP14 && name.startsWith("Adobe");
}

function isJfif(marker: number, content: Buffer): boolean {
  return marker === APP0 && content.length >= 14 && content.subarray(0, 5).equals(JFIF_MARK);
}

/** A JFIF segment without its thumbnail, which may show what was later cropped. */
function bare(jfif: Buffer): Buffer {
  const head = Buffer.from([0xff, APP0, 0, 16]);
  return Buffer.concat([head, jfif.subarray(0, 12), Buffer.from([0, 0])]);
}

/** End of the compressed data: the next marker that is neither an escape nor a restart. */
function endOfScan(file: Buffer, start: number): number | null {
  for (let at = file.indexOf(0xff, start); at >= 0; at = file.indexOf(0xff, at + 2)) {
    const next = file[at + 1];
    if (next === undefined) return null;
    if (next === 0xff) at -= 1;
    else if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  return null;
}

/** EXIF with only the orientation. */
function orientationSegment(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write("MM\0*", "latin1");
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(0x0112, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  const head = Buffer.from([0xff, APP1, 0, 2 + EXIF_MARK.length + tiff.length]);
  return Buffer.concat([head, EXIF_MARK, tiff]);
}
