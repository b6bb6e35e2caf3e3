import { useMemo } from "react";
import { recentMetricsQuestion } from "../api/boat/recent-metrics.ts";
import { lastDayQuestion, type WakeStep } from "../api/boat/wake.ts";
import { useAnswer } from "./use-answer.ts";

/** The boat's positions in the last 24 hours, with newer rows appended; undefined until known. @param wanted whether to ask at all */
export function useWake(wanted = true): readonly WakeStep[] | undefined {
  const question = useMemo(lastDayQuestion, []);
  const { value: day, problem } = useAnswer(question, null, wanted);
  const { value: recent } = useAnswer(recentMetricsQuestion);
  return useMemo(() => {
    // This hour's query may not have been made while online: the newest rows are better than nothing.
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
