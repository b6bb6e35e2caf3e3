/** Prepares a picture for the logbook: scaled to a screen's needs, with a thumbnail for lists. */
import { wordsToSend } from "./camera-words.ts";
import { exifIn, fits, isJpeg, jpegWith } from "./containers.ts";

/** Longer side in pixels of the picture, and of the thumbnail. */
const SIDE = 2560;
const SMALL_SIDE = 320;
/** Below this, a JPEG of that size is sent unchanged. */
const AS_IT_IS = 1_500_000;
const QUALITY = 0.85;
/** Tried in turn until the thumbnail fits. */
const SMALL_QUALITIES = [0.7, 0.4] as const;

/** A picture ready to be sent. */
export interface PreparedPicture {
  readonly picture: Blob;
  /** Thumbnail; null if this browser cannot decode the picture. */
  readonly thumbnail: Blob | null;
  /** When it was taken; now if the camera does not say. */
  readonly time: Date;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** Prepares a chosen file. A file that is not a picture is left for the server to refuse. */
export async function preparePicture(file: Blob): Promise<PreparedPicture> {
  const now = new Date();
  const image = await createImageBitmap(file).catch(() => null);
  if (image === null) return { picture: file, thumbnail: null, time: now, width: 4, height: 3 };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { width, height } = image;
    const stays = isJpeg(bytes) && Math.max(width, height) <= SIDE && file.size <= AS_IT_IS;
    const [scaled, thumbnail] = [stays ? file : await copyOf(image, SIDE, QUALITY), await smallCopy(image)];
    const { tiff, time } = wordsToSend(exifIn(bytes), now, !stays);
    const body = new Uint8Array(await scaled.arrayBuffer());
    const small = thumbnail === null ? null : new Uint8Array(await thumbnail.arrayBuffer());
    const picture = new Blob([...jpegWith(body, tiff, small)], { type: "image/jpeg" });
    return { picture, thumbnail, time, width, height };
  } finally {
    image.close();
  }
}

async function smallCopy(image: ImageBitmap): Promise<Blob | null> {
  for (const quality of SMALL_QUALITIES) {
    const small = await copyOf(image, SMALL_SIDE, quality);
    if (fits({ length: small.size })) return small;
  }
  return null;
}

/** A JPEG with a limited longer side. */
function copyOf(image: ImageBitmap, side: number, quality: number): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const paper = canvas.getContext("2d");
  if (paper === null) throw new Error("this browser has no canvas");
  // JPEG has no transparency.
  paper.fillStyle = "white";
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.imageSmoothingQuality = "high";
  paper.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error("the picture could not be written")) : resolve(blob)),
      "image/jpeg",
      quality,
    ),
  );
}
