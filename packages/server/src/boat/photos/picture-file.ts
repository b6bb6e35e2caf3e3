/** Parses uploaded pictures. */
import { jpegPicture } from "./jpeg.ts";
import type { Picture } from "./picture.ts";
import { pngPicture } from "./png.ts";
import { webpPicture } from "./webp.ts";

/** The picture in a file; null if it is not a complete JPEG, PNG or WebP. */
export function pictureOf(file: Buffer): Picture | null {
  try {
    return jpegPicture(file) ?? pngPicture(file) ?? webpPicture(file);
  } catch (cause) {
    // Truncated.
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}
