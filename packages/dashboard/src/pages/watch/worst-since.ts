import { useMemo } from "react";
import { historyQuestion } from "../../api/boat/history.ts";
import { useAnswer } from "../../queries/use-answer.ts";
import { useLast } from "../../queries/use-last.ts";
import { useNow } from "../../queries/use-now.ts";

const HOUR_MS = 3_600_000;
const STEPS = 200;
const REFRESH_SECONDS = 60;

/** The strongest wind and the least depth since an instant, SI units; null if not measured. */
export function useWorstSince(since: Date | null): {
  readonly wind: number | null;
  readonly depth: number | null;
} {
  const now = useNow();
  const hours = since === null ? 1 : Math.max(1, Math.ceil((now.getTime() - since.getTime()) / HOUR_MS));
  const question = useMemo(() => historyQuestion(["wind", "depth"], { hours, until: null }, STEPS), [hours]);
  const { value: answered } = useAnswer(question, REFRESH_SECONDS, since !== null);
  // Each hour the question is another one.
  const value = useLast(answered);
  if (value === undefined || since === null) return { wind: null, depth: null };
  // The step in which it was armed counts.
  const from = since.getTime() / 1000 - value.step;
  const known = (values: readonly (number | null)[] = []) =>
    values.filter((one, index): one is number => one !== null && (value.times[index] ?? 0) > from);
  const [winds, depths] = [known(value.series.get("wind")?.high), known(value.series.get("depth")?.low)];
  return {
    wind: winds.length === 0 ? null : Math.max(...winds),
    depth: depths.length === 0 ? null : Math.min(...depths),
  };
}
