/** WebP: its chunks. */
import { exifOf, NO_EXIF } from "./exif.ts";
import { MOST_PARTS } from "./parts.ts";
import type { Picture } from "./picture.ts";

/** Chunks that affect the picture; all others are dropped. */
const PICTURE: ReadonlySet<string> = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]);
/** Flags for EXIF and XMP in the extended header. */
const METADATA = 0x0c;

/** The picture; null if it is invalid or incomplete. */
export function webpPicture(file: Buffer): Picture | null {
  if (file.toString("latin1", 0, 4) !== "RIFF" || file.toString("latin1", 8, 12) !== "WEBP") return null;
  const kept: Buffer[] = [];
  let exif = NO_EXIF;
  let size: { readonly width: number; readonly height: number } | null = null;
  const last = Math.min(file.length, 8 + file.readUInt32LE(4));
  for (let at = 12; at + 8 <= last; ) {
    const length = file.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (end > file.length + (length % 2) || kept.length >= MOST_PARTS) return null;
    const name = file.toString("latin1", at, at + 4);
    const content = file.subarray(at + 8, at + 8 + length);
    size ??= sizeOf(name, content);
    if (name === "EXIF") exif = exifOf(withoutMark(content));
    if (PICTURE.has(name))
      kept.push(name === "VP8X" ? plain(file.subarray(at, end)) : file.subarray(at, end));
    at = end;
  }
  if (size === null) return null;
  const body = Buffer.concat(kept);
  const head = Buffer.from("RIFF\0\0\0\0WEBP", "latin1");
  head.writeUInt32LE(body.length + 4, 4);
  return { type: "image/webp", ...size, bytes: Buffer.concat([head, body]), exif, thumbnail: null };
}

/** Strips the JPEG marker that some writers put first. */
function withoutMark(content: Buffer): Buffer {
  return content.toString("latin1", 0, 6) === "Exif\0\0" ? content.subarray(6) : content;
}

function plain(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk);
  copy[8] = (copy[8] ?? 0) & ~METADATA;
  return copy;
}

function sizeOf(name: string, content: Buffer): { readonly width: number; readonly height: number } | null {
  if (name === "VP8X") return { width: content.readUIntLE(4, 3) + 1, height: content.readUIntLE(7, 3) + 1 };
  if (name === "VP8 ")
    return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff };
  if (name !== "VP8L") return null;
  const bits = content.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
