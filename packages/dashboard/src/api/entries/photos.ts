import type { Change } from "../../offline/change.ts";
import type { PreparedPicture } from "../../pictures/prepare.ts";
import { type Question, rowsQuestion } from "../question.ts";
import { readPicture } from "../request.ts";
import { rowOf } from "../row.ts";
import { removeAdded, removeRow, sendPicture } from "../write.ts";

/** What is known of a photo, which is of a moment of the boat. */
interface PhotoFacts {
  readonly time: Date;
  readonly caption: string | null;
  readonly author: string | null;
  /** In pixels; the picture keeps its place on the page until it has come. */
  readonly width: number;
  readonly height: number;
}

/** A photo that the server has. */
export interface Photo extends PhotoFacts {
  readonly id: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Size of the picture. */
  readonly bytes: number;
  /** Whether there is a small copy of it. */
  readonly hasThumbnail: boolean;
}

/** A photo that waits on this device. */
export interface WaitingPhoto extends PhotoFacts {
  /** The key of the change that adds it. */
  readonly key: string;
  readonly thumbnail: Blob;
}

/** The photos of a log, in the order of time. */
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

/** What a device knows of a photo that it keeps. */
interface Known {
  readonly time: string;
  readonly width: number;
  readonly height: number;
}

/** Adds a photo; it waits on this device until the server has it. Resolves to the key of the change that adds it. */
export function addPhoto({ picture, thumbnail, time, width, height }: PreparedPicture): Promise<string> {
  const known: Known = { time: time.toISOString(), width, height };
  return sendPicture("add_log_photo_fn", "log_photos", { picture, thumbnail }, known);
}

/** The photos of a log that wait on this device. */
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

/** The picture of a photo. */
export function pictureOf(id: number, signal: AbortSignal): Promise<Blob> {
  return readPicture("log_photo_fn", id, signal);
}

/** The small copy of a photo. */
export function thumbnailOf(id: number, signal: AbortSignal): Promise<Blob> {
  return readPicture("log_photo_thumbnail_fn", id, signal);
}

/** Removes a photo and its picture. */
export function removePhoto(id: number): Promise<void> {
  return removeRow("log_photos", id);
}

/** Gives up a photo that waits on this device. */
export function discardPhoto(key: string): Promise<void> {
  return removeAdded("log_photos", key);
}
