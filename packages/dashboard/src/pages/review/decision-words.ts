import { useLingui } from "@lingui/react/macro";
import type { Decision } from "../../api/logs/doubt.ts";
import type { ReviewEntry } from "../../api/logs/review.ts";
import { useDisplay } from "../../preferences/display.tsx";
import { formatTimeWithZone } from "../../units/instant.ts";

/** A decision with its label. */
export interface Choice {
  readonly decision: Decision;
  readonly words: string;
}

/** The decisions available for an entry. */
export function useChoices(): (entry: ReviewEntry) => readonly Choice[] {
  const { t } = useLingui();
  const display = useDisplay();
  return ({ kind, decisions, doubt, splitAt }) => {
    // Any decision removes it from the list.
    if (kind === "relocation") return [{ decision: "keep", words: t`She was carried: seen` }];
    const joined =
      doubt === "departure"
        ? t`It belongs to the log before`
        : doubt === "arrival"
          ? t`It belongs to the log after`
          : t`It belongs to the log beside it`;
    const words: Readonly<Record<Decision, string>> = {
      keep: kind === "doubt" ? t`Keep it` : t`It was a trip`,
      join: joined,
      split:
        splitAt === null
          ? t`These were two trips`
          : t`These were two trips, parted at ${formatTimeWithZone(splitAt, display)}`,
      delete: t`Not a trip`,
    };
    return decisions.map((decision) => ({ decision, words: words[decision] }));
  };
}

/** The question about an entry. */
export function useQuestion(): (entry: ReviewEntry) => string {
  const { t } = useLingui();
  return ({ kind, doubt, from, to }) => {
    const [start, end] = [from ?? t`an unnamed place`, to ?? t`an unnamed place`];
    if (kind === "unrecorded")
      return t`The boat came from ${start} to ${end}, and nothing of it was recorded. Did she sail?`;
    if (kind === "relocation")
      return t`The boat was in ${start}, then in ${end}. She cannot have sailed that.`;
    if (doubt === "departure") return t`Is it right where this log begins?`;
    if (doubt === "arrival") return t`Is it right where this log ends?`;
    return t`Is it right where this log begins and ends?`;
  };
}
