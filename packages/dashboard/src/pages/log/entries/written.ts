import { useMemo } from "react";
import { entriesQuestion, withWaitingEntries } from "../../../api/entries/entries.ts";
import type { Entry } from "../../../api/entries/entry.ts";
import { type Photo, photosQuestion, type WaitingPhoto, waitingPhotos } from "../../../api/entries/photos.ts";
import type { Log } from "../../../api/logs/log.ts";
import { trackQuestion } from "../../../api/logs/track.ts";
import { useWaitingChanges } from "../../../offline/outbox.ts";
import { useAnswer } from "../../../queries/use-answer.ts";

/** What users added to a log, including queued items. */
export interface Written {
  readonly entries: readonly Entry[];
  readonly photos: readonly (Photo | WaitingPhoto)[];
  /** Whether all lines of the log have come, or cannot be had. */
  readonly isSettled: boolean;
  readonly refetchEntries: () => void;
  readonly refetchPhotos: () => void;
}

const NO_ENTRIES: readonly Entry[] = [];
const NO_PHOTOS: readonly Photo[] = [];

/** What users added to a log; empty until loaded. */
export function useWritten(log: Log): Written {
  const changes = useWaitingChanges();
  const entriesAnswer = useAnswer(entriesQuestion(log.id));
  const photosAnswer = useAnswer(photosQuestion(log.id));
  const { value: known, refetch: refetchEntries } = entriesAnswer;
  const { value: sent, refetch: refetchPhotos } = photosAnswer;
  const entries = useMemo(() => withWaitingEntries(known ?? NO_ENTRIES, changes, log), [known, changes, log]);
  const photos = useMemo(
    () => [...(sent ?? NO_PHOTOS), ...waitingPhotos(changes, log)],
    [sent, changes, log],
  );
  // The page has asked for the track, of which the hourly lines are made.
  const trackAnswer = useAnswer(trackQuestion(log.id));
  const isSettled = [entriesAnswer, photosAnswer, trackAnswer].every(
    ({ value, problem }) => value !== undefined || problem !== null,
  );
  return { entries, photos, isSettled, refetchEntries, refetchPhotos };
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
