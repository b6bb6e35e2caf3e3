import { Trans, useLingui } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import { addEntry, changeEntry, removeEntry } from "../../../api/entries/entries.ts";
import { discardPhoto, removePhoto } from "../../../api/entries/photos.ts";
import type { Log } from "../../../api/logs/log.ts";
import type { TrackPoint } from "../../../api/logs/track.ts";
import { useKeptDraft } from "../../../offline/use-kept-draft.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/page/card.tsx";
import { Skeleton } from "../../../ui/page/skeleton.tsx";
import { indexAt } from "../replay/place.ts";
import type { Replay } from "../replay/use-replay.ts";
import { changesOf, draftFrom, draftIn, keptText, newDraft, wordsOf } from "./entry-draft.ts";
import { EntryForm } from "./entry-form.tsx";
import { EntryLine, HourlyLine } from "./entry-line.tsx";
import { hourlyPoints } from "./hourly.ts";
import { lineAt, linesOf } from "./lines.ts";
import { AddPhoto } from "./photos/add-photo.tsx";
import { PhotoLine } from "./photos/photo-line.tsx";
import { useFollowing } from "./use-following.ts";
import { entryLineId, photoLineId, type Written } from "./written.ts";
import "./entries-card.css";

interface EntriesCardProps {
  readonly log: Log;
  readonly track: readonly TrackPoint[];
  readonly written: Written;
  readonly replay: Replay;
}

/** The logbook of the passage: users' entries and photos, with hourly lines; it follows the slider. */
export function EntriesCard({ log, track, written, replay }: EntriesCardProps) {
  const { t } = useLingui();
  const { entries, photos, isSettled, refetchEntries, refetchPhotos } = written;
  const { draft, change, put: type } = useKeptDraft(`log ${log.id} entry`, draftIn, keptText);
  const hours = useMemo(() => hourlyPoints(track), [track]);
  const lines = useMemo(() => linesOf(entries, photos, hours), [entries, photos, hours]);
  const [hoursWanted, wantHours] = useState<boolean | null>(null);
  const withHours = hoursWanted ?? (isSettled && lines.length === hours.length);
  const current = lineAt(lines, replay.moment, withHours);
  const list = useFollowing(current);
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
      {lines.length === 0 && !isSettled ? (
        <Skeleton height="3rem" count={2} />
      ) : lines.length === 0 ? (
        <p className="log__none">
          <Trans>Nothing yet: slide to a moment, and write down what happened there.</Trans>
        </p>
      ) : (
        <ol
          ref={list}
          className={withHours ? "entries" : "entries entries--brief"}
          aria-label={t`Lines of the logbook`}
        >
          {lines.map((line, index) => {
            const isCurrent = index === current;
            if (line.kind === "hour") {
              const { point } = line;
              const key = `hour ${point.time.getTime()}`;
              return <HourlyLine key={key} point={point} isCurrent={isCurrent} onLook={lookAt} />;
            }
            if (line.kind === "photo") {
              const { photo } = line;
              const remove = () =>
                "key" in photo ? discardPhoto(photo.key) : removePhoto(photo.id).then(refetchPhotos);
              return (
                <PhotoLine
                  key={photoLineId(photo)}
                  photo={photo}
                  isCurrent={isCurrent}
                  onLook={lookAt}
                  onRemove={remove}
                />
              );
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
                isCurrent={isCurrent}
                onLook={lookAt}
                onChange={() => type(draftFrom(entry))}
                onRemove={() => removeEntry(name).then(refetchEntries)}
              />
            );
          })}
        </ol>
      )}
      {isSettled ? (
        <div className="entries__add">
          <AddPhoto from={log.started} to={log.ended} />
          {hours.length === 0 ? null : (
            <Button kind="quiet" aria-pressed={withHours} onClick={() => wantHours(!withHours)}>
              <Trans>Every hour</Trans>
            </Button>
          )}
        </div>
      ) : null}
    </Card>
  );
}
