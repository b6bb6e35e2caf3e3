import type { Change } from "../../offline/change.ts";
import type { PreparedPicture } from "../../pictures/prepare.ts";
import { type Question, rowsQuestion } from "../question.ts";
import { readPicture } from "../request.ts";
import { rowOf } from "../row.ts";
import { removeAdded, removeRow, sendPicture } from "../write.ts";

/** Facts about a photo. */
interface PhotoFacts {
  readonly time: Date;
  readonly caption: string | null;
  readonly author: string | null;
  /** In pixels; the page reserves the space before the picture loads. */
  readonly width: number;
  readonly height: number;
}

/** A photo on the server. */
export interface Photo extends PhotoFacts {
  readonly id: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Size of the picture. */
  readonly bytes: number;
  /** Whether it has a thumbnail. */
  readonly hasThumbnail: boolean;
}

/** A photo queued on this device. */
export interface WaitingPhoto extends PhotoFacts {
  /** Key of the change that adds it. */
  readonly key: string;
  readonly thumbnail: Blob;
}

/** The photos of a log, in order of time. */
export function photosQuestion(log: number): Question<readonly Photo[]> {
  return rowsQuestion(
    "log_photos_view",
    {
      columns: [
        ...["id", "time", "latitude", "longitude", "caption"],
        ...["author", "width", "height", "bytes", "thumbnail_bytes"],
      ] as const,
      where: { log_id: `eq.${log}` },
      order: "time.asc",
    },
    (rows) =>
      rows.flatMap((row) => {
        const time = row.instant("time");
        if (time === null) return [];
        return {
          id: row.id("id"),
          time,
          latitude: row.latitude("latitude"),
          longitude: row.longitude("longitude"),
          caption: row.text("caption"),
          author: row.text("author"),
          width: row.number("width") ?? 4,
          height: row.number("height") ?? 3,
          bytes: row.number("bytes") ?? 0,
          hasThumbnail: row.number("thumbnail_bytes") !== null,
        };
      }),
  );
}

/** Facts stored with a queued photo. */
interface Known {
  readonly time: string;
  readonly width: number;
  readonly height: number;
}

/** Adds a photo, queued on this device until the server has it. Resolves to the key of the change. */
export function addPhoto({ picture, thumbnail, time, width, height }: PreparedPicture): Promise<string> {
  const known: Known = { time: time.toISOString(), width, height };
  return sendPicture("add_log_photo_fn", "log_photos", { picture, thumbnail }, known);
}

/** The queued photos of a log. */
export function waitingPhotos(
  changes: readonly Change[],
  { started, ended }: { readonly started: Date | null; readonly ended: Date | null },
): readonly WaitingPhoto[] {
  return changes.flatMap(({ key, picture, body, refused, resource }): WaitingPhoto[] => {
    if (resource !== "log_photos" || picture === null || refused !== null) return [];
    if (changes.some(({ after }) => after === key)) return [];
    const known = rowOf<Known>(JSON.parse(body ?? "null"));
    const time = known?.instant("time") ?? null;
    if (time === null || started === null || time < started || (ended !== null && time > ended)) return [];
    return [
      {
        key,
        time,
        caption: null,
        author: null,
        width: known?.number("width") ?? 4,
        height: known?.number("height") ?? 3,
        thumbnail: picture.thumbnail ?? picture.picture,
      },
    ];
  });
}

/** The full picture of a photo. */
export function pictureOf(id: number, signal: AbortSignal): Promise<Blob> {
  return readPicture("log_photo_fn", id, signal);
}

/** The thumbnail of a photo. */
export function thumbnailOf(id: number, signal: AbortSignal): Promise<Blob> {
  return readPicture("log_photo_thumbnail_fn", id, signal);
}

/** Removes a photo and its picture. */
export function removePhoto(id: number): Promise<void> {
  return removeRow("log_photos", id);
}

/** Discards a queued photo. */
export function discardPhoto(key: string): Promise<void> {
  return removeAdded("log_photos", key);
}
