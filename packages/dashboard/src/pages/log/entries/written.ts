import { useMemo } from "react";
import { entriesQuestion, withWaitingEntries } from "../../../api/entries/entries.ts";
import type { Entry } from "../../../api/entries/entry.ts";
import { type Photo, photosQuestion, type WaitingPhoto, waitingPhotos } from "../../../api/entries/photos.ts";
import type { Log } from "../../../api/logs/log.ts";
import { useWaitingChanges } from "../../../offline/outbox.ts";
import { useAnswer } from "../../../queries/use-answer.ts";

/** What users added to a log, including queued items. */
export interface Written {
  readonly entries: readonly Entry[];
  readonly photos: readonly (Photo | WaitingPhoto)[];
  readonly isLoaded: boolean;
  readonly refetchEntries: () => void;
  readonly refetchPhotos: () => void;
}

const NO_ENTRIES: readonly Entry[] = [];
const NO_PHOTOS: readonly Photo[] = [];

/** What users added to a log; empty until loaded. */
export function useWritten(log: Log): Written {
  const changes = useWaitingChanges();
  const { value: known, refetch: refetchEntries } = useAnswer(entriesQuestion(log.id));
  const { value: sent, refetch: refetchPhotos } = useAnswer(photosQuestion(log.id));
  const entries = useMemo(() => withWaitingEntries(known ?? NO_ENTRIES, changes, log), [known, changes, log]);
  const photos = useMemo(
    () => [...(sent ?? NO_PHOTOS), ...waitingPhotos(changes, log)],
    [sent, changes, log],
  );
  const isLoaded = known !== undefined && sent !== undefined;
  return { entries, photos, isLoaded, refetchEntries, refetchPhotos };
}

/** The element id of an entry in the list. */
export function entryLineId({ name }: Entry): string {
  return `entry-${name}`;
}

/** The element id of a photo in the list. */
export function photoLineId(photo: Photo | WaitingPhoto): string {
  return `photo-${"key" in photo ? photo.key : photo.id}`;
}

/** Scrolls to a line in the list. */
export function goToLine(id: string): void {
  const line = document.getElementById(id);
  line?.scrollIntoView({ block: "center" });
  line?.focus({ preventScroll: true });
}
