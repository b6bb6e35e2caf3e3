import { Trans, useLingui } from "@lingui/react/macro";
import { type Entry, observedIn } from "../../../api/entries/entry.ts";
import type { TrackPoint } from "../../../api/logs/track.ts";
import { useCommand } from "../../../queries/use-command.ts";
import { Button } from "../../../ui/button.tsx";
import { ProblemNotice } from "../../../ui/page/notice.tsx";
import { KIND_WORDS, useMeasuredWords, useObservedWords } from "./entry-words.ts";
import { Look } from "./look.tsx";
import { entryLineId } from "./written.ts";

/** An automatic line: what the boat measured on the hour. */
export function HourlyLine({
  point,
  isCurrent,
  onLook,
}: {
  readonly point: TrackPoint;
  /** Whether it is the last line before the selected moment. */
  readonly isCurrent: boolean;
  readonly onLook: (time: Date) => void;
}) {
  const words = useMeasuredWords();
  return (
    <li className="entries__line entries__line--hourly" aria-current={isCurrent}>
      <Look time={point.time} onLook={onLook} />
      <p>{words(point)}</p>
    </li>
  );
}

interface EntryLineProps {
  readonly entry: Entry;
  readonly isCurrent: boolean;
  readonly onLook: (time: Date) => void;
  readonly onChange: () => void;
  readonly onRemove: () => Promise<void>;
}

/** An entry in the logbook. */
export function EntryLine({ entry, isCurrent, onLook, onChange, onRemove }: EntryLineProps) {
  const { run, running, problem } = useCommand(onRemove);
  return (
    <li id={entryLineId(entry)} tabIndex={-1} className="entries__line" aria-current={isCurrent}>
      <Look time={entry.time} onLook={onLook} />
      <div className="entries__words">
        <EntryWords entry={entry} />
        {problem === null ? null : <ProblemNotice problem={problem} />}
        <div className="entries__buttons">
          <Button kind="quiet" onClick={onChange}>
            <Trans>Change</Trans>
          </Button>
          <Button kind="quiet" busy={running} onClick={() => void run()}>
            <Trans>Remove</Trans>
          </Button>
        </div>
      </div>
    </li>
  );
}

/** An entry's kind, author, observations and text. */
export function EntryWords({ entry }: { readonly entry: Entry }) {
  const { t } = useLingui();
  const observedWords = useObservedWords();
  const seen = observedWords(observedIn(entry.extra));
  const author = entry.author;
  return (
    <>
      <p className="entries__kind">
        {t(KIND_WORDS[entry.kind])}
        {author === null ? null : <span className="entries__author">{t`by ${author}`}</span>}
      </p>
      {seen === "" ? null : <p>{seen}</p>}
      {entry.waits ? (
        <p className="entries__waits">
          <Trans>Waiting to be sent</Trans>
        </p>
      ) : null}
      {entry.text === "" ? null : <p className="entries__text">{entry.text}</p>}
    </>
  );
}
