/** A picture as it is kept: what it is, how large, and without its metadata. */
import type { Exif } from "./exif.ts";

export interface Picture {
  readonly type: "image/jpeg" | "image/png" | "image/webp";
  /** Pixels, as it is looked at. */
  readonly width: number;
  readonly height: number;
  /** The picture without time, place and whatever else the camera wrote, but turned as it was. */
  readonly bytes: Buffer;
  /** What the camera wrote. */
  readonly exif: Exif;
  /** The small copy that it brought, a JPEG without metadata; null if there is none. */
  readonly thumbnail: Buffer | null;
}
