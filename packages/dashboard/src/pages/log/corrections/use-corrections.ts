import { useLingui } from "@lingui/react/macro";
import { type CutOff, deleteLog, joinLogs, splitLog, trimLog } from "../../../api/logs/corrections.ts";
import type { Log } from "../../../api/logs/log.ts";
import { type LogLine, logAfterQuestion, logBeforeQuestion } from "../../../api/logs/logs.ts";
import type { TrackPoint } from "../../../api/logs/track.ts";
import { useAnswer } from "../../../queries/use-answer.ts";
import { formatDuration } from "../../../units/duration.ts";
import type { Correction } from "./correction.ts";
import { joined, partsAt } from "./parts.ts";
import { usePartWords } from "./use-words.ts";

/** Splits and trims a log at the selected moment. */
export function useCuts(log: Log, track: readonly TrackPoint[], at: Date | null) {
  const { t } = useLingui();
  const { ofPart, ofLog } = usePartWords();
  const parts = at === null ? null : partsAt(log, track, at);
  const before = [ofLog(log)];
  const cut = (
    words: string,
    after: readonly string[],
    act: (at: Date) => Promise<number | null>,
  ): Correction => ({
    words,
    before,
    after,
    unable: parts === null ? t`First slide to a moment on the way.` : null,
    act: async () => (at === null ? log.id : act(at)),
  });
  const told = parts?.map(ofPart) ?? [];
  const trim = (cutOff: CutOff) => {
    const [gone, rest] = cutOff === "before" ? told : [told[1], told[0]];
    return [
      t`One log: ${rest ?? ""}.`,
      t`Not a trip any more: ${gone ?? ""}.`,
      t`The notes stay. Undo twice to get it back: once for the trip, once for the cut.`,
    ];
  };
  return {
    split: cut(
      t`Split here`,
      [t`Two logs:`, ...told, t`The earlier one keeps the number, the name and the notes.`],
      (at) => splitLog(log.id, at),
    ),
    trims: [
      cut(t`Cut off what is before`, trim("before"), (at) => trimLog(log, at, "before")),
      cut(t`Cut off what is after`, trim("after"), (at) => trimLog(log, at, "after")),
    ],
  };
}

/** Joins a log with its neighbours. */
export function useJoins(log: Log): readonly Correction[] {
  const { t } = useLingui();
  const { ofPart, ofLog } = usePartWords();
  const { value: before = null } = useAnswer(logBeforeQuestion(log.started));
  const { value: after = null } = useAnswer(logAfterQuestion(log.started));
  const join = (words: string, first: LogLine, second: LogLine): Correction => {
    const both = joined(first, second);
    const between =
      first.ended === null || second.started === null
        ? null
        : formatDuration((+second.started - +first.ended) / 1000);
    return {
      words,
      before: [ofLog(first), ofLog(second)],
      after: [
        both === null ? t`One log.` : t`One log: ${ofPart(both)}.`,
        ...(between === null ? [] : [t`The stop of ${between} between them becomes a part of it.`]),
        t`It keeps the number, the name and the notes of the earlier one.`,
      ],
      unable: null,
      act: () => joinLogs(first.id, second.id),
    };
  };
  return [
    ...(before === null ? [] : [join(t`Join with the log before`, before, log)]),
    ...(after === null ? [] : [join(t`Join with the log after`, log, after)]),
  ];
}

/** Marks a log as not a trip. */
export function useDeletion(log: Log): Correction {
  const { t } = useLingui();
  const { ofLog } = usePartWords();
  return {
    words: t`Delete`,
    before: [ofLog(log)],
    after: [
      t`No log: it was not a trip, and does not count in any total.`,
      t`The stays before and after it become one. What was measured is kept, so it can be undone.`,
    ],
    unable: null,
    act: () => deleteLog(log.id),
  };
}
