/** A stored picture: type, size and content without metadata. */
import type { Exif } from "./exif.ts";

export interface Picture {
  readonly type: "image/jpeg" | "image/png" | "image/webp";
  /** Pixels, after orientation. */
  readonly width: number;
  readonly height: number;
  /** The picture without time, position and other metadata, except its orientation. */
  readonly bytes: Buffer;
  /** The camera's metadata. */
  readonly exif: Exif;
  /** The embedded thumbnail, a JPEG without metadata; null if there is none. */
  readonly thumbnail: Buffer | null;
}
