import { useEffect, useRef, useState } from "react";
import { type Log, logQuestion } from "../../api/logs/log.ts";
import { type TrackPoint, trackQuestion } from "../../api/logs/track.ts";
import { answers } from "../../queries/answers.ts";
import { useFirstAnswered } from "../../queries/ask-ahead.ts";
import { useAnswer } from "../../queries/use-answer.ts";

/** The service writes a log up within a second or two. */
const UNFINISHED_SECONDS = 1;

/** What tells a state of a log from those that corrections made of it. */
function stateOf({ started, ended, distanceNm, unfinished }: Log): string {
  return JSON.stringify([started, ended, distanceNm, unfinished]);
}

/**
 * A log and its track, of one state: while the service writes the log up after a correction, both are as they were before.
 * Everything else on the page is asked for again once it is done.
 */
export function useWholeLog(id: number) {
  const [isPolled, setPolled] = useState(false);
  const answer = useAnswer(logQuestion(id), isPolled ? UNFINISHED_SECONDS : null);
  const { value: log, storedAt } = answer;
  const { value: track = NONE } = useAnswer(trackQuestion(id), null, useFirstAnswered());
  /** The state that the rest of the page belongs to; null before the first answer. */
  const [settled, setSettled] = useState<string | null>(null);
  const whole = useRef<{ readonly log: Log; readonly track: readonly TrackPoint[] } | null>(null);
  const state = log == null ? null : stateOf(log);
  const isUnfinished = log?.unfinished === true;

  // A kept answer stays as it is.
  useEffect(() => setPolled(isUnfinished && storedAt === null), [isUnfinished, storedAt]);
  useEffect(() => {
    if (state === null || state === settled) return undefined;
    if (settled === null) setSettled(state);
    if (settled === null || isUnfinished) return undefined;
    let isOutdated = false;
    void answers.invalidateQueries().then(() => {
      if (!isOutdated) setSettled(state);
    });
    return () => {
      isOutdated = true;
    };
  }, [state, isUnfinished, settled]);

  const isWriting = isUnfinished || (state !== null && settled !== null && state !== settled);
  if (log != null && !isWriting) whole.current = { log, track };
  const before = isWriting && whole.current?.log.id === id ? whole.current : null;
  return { ...answer, ...(before ?? { log, track }), isWriting };
}

const NONE: readonly never[] = [];
