import { useMemo } from "react";
import { recentMetricsQuestion } from "../../api/boat/recent-metrics.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useNow } from "../../queries/use-now.ts";
import { ageSeconds, FRESH_SECONDS, freshSecondsOf, MOST_FRESH_SECONDS } from "../../units/freshness.ts";

/**
 * For how long the boat's values are current: her own interval decides, as on Now. Her rows are asked for only while
 * that makes a difference.
 * @param newest her newest row; null if unknown
 */
export function useFreshSeconds(newest: Date | null): number {
  const now = useNow();
  const age = newest === null ? 0 : ageSeconds(newest, now);
  const isInDoubt = age > FRESH_SECONDS && age <= MOST_FRESH_SECONDS;
  const { value: rows } = useAnswer(recentMetricsQuestion, null, isInDoubt);
  return useMemo(() => freshSecondsOf(rows ?? []), [rows]);
}
