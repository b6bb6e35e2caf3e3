import { useMemo } from "react";
import { recentMetricsQuestion } from "../../api/boat/recent-metrics.ts";
import { sailedQuestion } from "../../api/logs/track.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useIsLive } from "../../queries/use-live.ts";
import { grown } from "./grown-track.ts";

/** Poll interval while no events arrive. */
const REFRESH_SECONDS = 60;

/** Nautical miles of the open log so far: what the service counted, and the rows since; null if unknown. */
export function useSailed(id: number): number | null {
  const refresh = useIsLive() ? null : REFRESH_SECONDS;
  const { value: counted } = useAnswer(
    useMemo(() => sailedQuestion(id), [id]),
    refresh,
  );
  const { value: rows } = useAnswer(recentMetricsQuestion, refresh);
  return useMemo(() => grown(counted ? [counted] : [], rows ?? []).at(-1)?.milesNm ?? null, [counted, rows]);
}
