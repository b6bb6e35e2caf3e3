import { Trans, useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { addEntry, changeEntry, removeEntry } from "../../../api/entries/entries.ts";
import type { Entry } from "../../../api/entries/entry.ts";
import { discardPhoto, type Photo, removePhoto, type WaitingPhoto } from "../../../api/entries/photos.ts";
import type { Log } from "../../../api/logs/log.ts";
import type { TrackPoint } from "../../../api/logs/track.ts";
import { useKeptDraft } from "../../../offline/use-kept-draft.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/page/card.tsx";
import { indexAt } from "../replay/place.ts";
import type { Replay } from "../replay/use-replay.ts";
import { changesOf, draftFrom, draftIn, keptText, newDraft, wordsOf } from "./entry-draft.ts";
import { EntryForm } from "./entry-form.tsx";
import { EntryLine, HourlyLine } from "./entry-line.tsx";
import { hourlyPoints } from "./hourly.ts";
import { AddPhoto } from "./photos/add-photo.tsx";
import { PhotoLine } from "./photos/photo-line.tsx";
import { entryLineId, photoLineId, type Written } from "./written.ts";
import "./entries-card.css";

interface EntriesCardProps {
  readonly log: Log;
  readonly track: readonly TrackPoint[];
  readonly written: Written;
  readonly replay: Replay;
}

type Line =
  | { readonly kind: "hour"; readonly time: Date; readonly point: TrackPoint }
  | { readonly kind: "entry"; readonly time: Date; readonly entry: Entry }
  | { readonly kind: "photo"; readonly time: Date; readonly photo: Photo | WaitingPhoto };

/** The logbook of the passage: users' entries and automatic hourly lines, in order of time. */
export function EntriesCard({ log, track, written, replay }: EntriesCardProps) {
  const { t } = useLingui();
  const { entries, photos, refetchEntries, refetchPhotos } = written;
  const { draft, change, put: type } = useKeptDraft(`log ${log.id} entry`, draftIn, keptText);
  const lines = useMemo(() => inOrder(entries, photos, hourlyPoints(track)), [entries, photos, track]);
  const lookAt = (time: Date) => replay.look(indexAt(track, time.getTime()));
  const begin = () => {
    const moment = replay.moment ?? (log.ended === null ? Date.now() : log.started?.getTime());
    type(newDraft(new Date(moment ?? Date.now())));
  };
  const form =
    draft === null ? null : (
      <EntryForm
        draft={draft}
        onType={change}
        onSave={async () => {
          const { of } = draft;
          await (of === null ? addEntry(wordsOf(draft)) : changeEntry(of, changesOf(draft, of)));
          refetchEntries();
        }}
        onClose={() => type(null)}
      />
    );
  // The edited entry may have been sent in the meantime and have a new name.
  const place = entries.find(({ name }) => name === draft?.of?.name)?.name ?? null;
  return (
    <Card
      title={t`Logbook`}
      action={
        draft !== null ? null : (
          <Button kind="quiet" icon="edit" onClick={begin}>
            <Trans>Write a line</Trans>
          </Button>
        )
      }
    >
      {form === null || place !== null ? null : <div className="entries__form">{form}</div>}
      {lines.length === 0 ? (
        <p className="log__none">
          <Trans>Nothing yet: slide to a moment, and write down what happened there.</Trans>
        </p>
      ) : (
        <ol className="entries" aria-label={t`Lines of the logbook`}>
          {lines.map((line) => {
            if (line.kind === "hour") {
              return <HourlyLine key={`hour ${line.time.getTime()}`} point={line.point} onLook={lookAt} />;
            }
            if (line.kind === "photo") {
              const { photo } = line;
              const remove = () =>
                "key" in photo ? discardPhoto(photo.key) : removePhoto(photo.id).then(refetchPhotos);
              return <PhotoLine key={photoLineId(photo)} photo={photo} onLook={lookAt} onRemove={remove} />;
            }
            const { entry } = line;
            const { name } = entry;
            return name === place ? (
              <li key={name} id={entryLineId(entry)} tabIndex={-1} className="entries__form">
                {form}
              </li>
            ) : (
              <EntryLine
                key={name}
                entry={entry}
                onLook={lookAt}
                onChange={() => type(draftFrom(entry))}
                onRemove={() => removeEntry(name).then(refetchEntries)}
              />
            );
          })}
        </ol>
      )}
      <AddPhoto from={log.started} to={log.ended} />
    </Card>
  );
}

function inOrder(
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
