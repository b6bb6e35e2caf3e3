import { useMemo } from "react";
import { recentMetricsQuestion } from "../api/boat/recent-metrics.ts";
import { type WakeStep, wakeQuestion } from "../api/boat/wake.ts";
import { useAnswer } from "./use-answer.ts";

const HOUR_MS = 3_600_000;

/** Where the boat was in the last 24 hours, with what has arrived since; undefined until it is known. */
export function useWake(): readonly WakeStep[] | undefined {
  // From a whole hour on, so that the same question is asked again.
  const question = useMemo(() => wakeQuestion(new Date(Math.floor(Date.now() / HOUR_MS - 24) * HOUR_MS)), []);
  const { value: day, problem } = useAnswer(question);
  const { value: recent } = useAnswer(recentMetricsQuestion);
  return useMemo(() => {
    // The question of this hour may not have been asked while there was a link: the newest rows are something at least.
    if ((day === undefined && problem === null) || recent === undefined) return undefined;
    const newest = day?.at(-1)?.time.getTime() ?? 0;
    const since = recent.flatMap(({ time, latitude, longitude, sogKnots }) =>
      latitude === null || longitude === null || time.getTime() <= newest
        ? []
        : [{ time, latitude, longitude, sogKnots }],
    );
    return [...(day ?? []), ...since];
  }, [day, recent, problem]);
}
