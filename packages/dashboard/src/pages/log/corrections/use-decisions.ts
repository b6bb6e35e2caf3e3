import { useLingui } from "@lingui/react/macro";
import { decide } from "../../../api/logs/corrections.ts";
import type { Decision, Doubt } from "../../../api/logs/doubt.ts";
import type { Log } from "../../../api/logs/log.ts";
import type { TrackPoint } from "../../../api/logs/track.ts";
import { useDisplay } from "../../../preferences/display.tsx";
import { formatTimeWithZone } from "../../../units/instant.ts";
import type { Correction } from "./correction.ts";
import { partsAt } from "./parts.ts";
import { usePartWords } from "./use-words.ts";

/** The decisions that the server suggests for a doubtful log; deleting has a button of its own. */
export function useDecisions(
  log: Log,
  track: readonly TrackPoint[],
  doubt: Doubt | null,
): readonly Correction[] {
  const { t } = useLingui();
  const display = useDisplay();
  const { ofPart, ofLog } = usePartWords();
  if (doubt === null) return [];
  const splitAt = doubt.splitAt;
  const time = splitAt === null ? "" : formatTimeWithZone(splitAt, display);
  const words: Readonly<Record<Decision, string>> = {
    keep: t`Keep it`,
    join: t`Join with the log beside it`,
    split: splitAt === null ? t`These were two trips` : t`These were two trips, the second from ${time}`,
    delete: t`Not a trip`,
  };
  const parts = splitAt === null ? null : partsAt(log, track, splitAt);
  const after: Readonly<Record<Decision, readonly string[]>> = {
    keep: [t`The same log. It is not asked about again.`],
    join: [t`One log with the one beside it, and what lies between them is a part of it.`],
    split: [t`Two logs:`, ...(parts?.map(ofPart) ?? [])],
    delete: [t`No log: it was not a trip, and does not count in any total.`],
  };
  return doubt.decisions.map((decision) => ({
    words: words[decision],
    before: [ofLog(log)],
    after: after[decision],
    unable: null,
    act: () => decide(log.id, decision),
  }));
}
