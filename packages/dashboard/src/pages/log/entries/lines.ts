/** The lines of a log's logbook, in order of time. Pure. */
import type { Entry } from "../../../api/entries/entry.ts";
import type { Photo, WaitingPhoto } from "../../../api/entries/photos.ts";
import type { TrackPoint } from "../../../api/logs/track.ts";

/** An automatic hourly line, or what a user added. */
export type Line =
  | { readonly kind: "hour"; readonly time: Date; readonly point: TrackPoint }
  | { readonly kind: "entry"; readonly time: Date; readonly entry: Entry }
  | { readonly kind: "photo"; readonly time: Date; readonly photo: Photo | WaitingPhoto };

/** Entries, photos and hourly points as lines in order of time. */
export function linesOf(
  entries: readonly Entry[],
  photos: readonly (Photo | WaitingPhoto)[],
  hours: readonly TrackPoint[],
): readonly Line[] {
  const lines: readonly Line[] = [
    ...entries.map((entry) => ({ kind: "entry", time: entry.time, entry }) as const),
    ...photos.map((photo) => ({ kind: "photo", time: photo.time, photo }) as const),
    ...hours.map((point) => ({ kind: "hour", time: point.time, point }) as const),
  ];
  return lines.toSorted((a, b) => a.time.getTime() - b.time.getTime());
}

/** The index of the last visible line at or before a moment; null if there is none. */
export function lineAt(lines: readonly Line[], moment: number | null, withHours: boolean): number | null {
  if (moment === null) return null;
  const index = lines.findLastIndex(
    ({ kind, time }) => time.getTime() <= moment && (withHours || kind !== "hour"),
  );
  return index === -1 ? null : index;
}
