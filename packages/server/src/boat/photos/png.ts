/** PNG: its chunks up to the end of the picture. */
import { exifOf, NO_EXIF } from "./exif.ts";
import { MOST_PARTS } from "./parts.ts";
import type { Picture } from "./picture.ts";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Chunks that affect the picture; all others are dropped. */
const PICTURE: ReadonlySet<string> = new Set(
  "IHDR PLTE IDAT IEND tRNS cHRM cICP gAMA iCCP mDCV cLLI sBIT sRGB bKGD pHYs acTL fcTL fdAT".split(" "),
);

/** The picture; null if it is invalid or has no end. */
export function pngPicture(file: Buffer): Picture | null {
  if (!file.subarray(0, 8).equals(SIGNATURE)) return null;
  const kept: Buffer[] = [SIGNATURE];
  let exif = NO_EXIF;
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  if (file.toString("latin1", 12, 16) !== "IHDR" || !isSize(width) || !isSize(height)) return null;
  for (let at = 8; ; ) {
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length || kept.length > MOST_PARTS) return null;
    const name = file.toString("latin1", at + 4, at + 8);
    if (name === "eXIf") exif = exifOf(file.subarray(at + 8, end - 4));
    if (PICTURE.has(name)) kept.push(file.subarray(at, end));
    if (name === "IEND") break;
    at = end;
  }
  return { type: "image/png", width, height, bytes: Buffer.concat(kept), exif, thumbnail: null };
}

const isSize = (pixels: number): boolean => pixels > 0 && pixels < 2 ** 31;
