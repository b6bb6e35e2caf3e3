import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { type Entry, observedIn } from "../../../api/entries/entry.ts";
import type { Photo, WaitingPhoto } from "../../../api/entries/photos.ts";
import type { TrackPoint } from "../../../api/logs/track.ts";
import type { Pin } from "../../../map/pins/pin.ts";
import { useDisplay } from "../../../preferences/display.tsx";
import { formatInstant } from "../../../units/instant.ts";
import { KIND_WORDS, useObservedWords } from "../entries/entry-words.ts";
import { entryLineId, photoLineId, type Written } from "../entries/written.ts";
import { placeAt } from "../replay/place.ts";

/** An entry or a photo with its place on the chart; its id is that of its line in the list. */
export type Pinned = Pin & { readonly time: Date } & (
    | { readonly kind: "entry"; readonly entry: Entry }
    | { readonly kind: "photo"; readonly photo: Photo | WaitingPhoto }
  );

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** The item's own position, or the boat's at that moment. */
function placeOf(
  one: { readonly time: Date; readonly latitude?: number | null; readonly longitude?: number | null },
  track: readonly TrackPoint[],
): Place | null {
  const { latitude = null, longitude = null } = one;
  if (latitude !== null && longitude !== null) return { latitude, longitude };
  return placeAt(track, one.time.getTime());
}

/** The entries and photos of a log that have a place, in order of time. */
export function usePinned(written: Written, track: readonly TrackPoint[]): readonly Pinned[] {
  const { t } = useLingui();
  const display = useDisplay();
  const { entries, photos } = written;
  const observedWords = useObservedWords();
  return useMemo(() => {
    const labelOf = (what: string, time: Date, words: readonly string[]) =>
      [what, formatInstant(time, display), ...words.filter((word) => word !== "")].join(", ");
    const pinned = [
      ...entries.flatMap((entry): Pinned[] => {
        const place = placeOf(entry, track);
        if (place === null) return [];
        const { time, text, extra } = entry;
        const label = labelOf(t(KIND_WORDS[entry.kind]), time, [observedWords(observedIn(extra)), text]);
        return [{ ...place, id: entryLineId(entry), kind: "entry", time, label, entry }];
      }),
      ...photos.flatMap((photo): Pinned[] => {
        const place = placeOf(photo, track);
        if (place === null) return [];
        const { time, caption } = photo;
        const label = labelOf(t`Photo`, time, [caption ?? ""]);
        return [{ ...place, id: photoLineId(photo), kind: "photo", time, label, photo }];
      }),
    ];
    return pinned.sort((a, b) => a.time.getTime() - b.time.getTime());
  }, [entries, photos, track, display, t, observedWords]);
}
