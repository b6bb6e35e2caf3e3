import type { History } from "../api/boat/history.ts";

/** A condition on one value, in SI units. */
export interface Condition {
  readonly low: number | null;
  readonly high: number | null;
  /** How long it must hold. */
  readonly afterSeconds: number;
}

/** What a rule would have done. */
export interface Trial {
  readonly raised: number;
  /** When it was last raised. */
  readonly last: Date | null;
  /** Whether it would be active now. */
  readonly holds: boolean;
}

/**
 * How often a condition would have raised an alert in the past, as far as the history's steps can tell: a short
 * condition by the minimum and maximum of a step, one longer than a step by its means.
 */
export function tryCondition(history: History, key: string, { low, high, afterSeconds }: Condition): Trial {
  const series = history.series.get(key);
  const long = afterSeconds > history.step;
  let since: number | null = null;
  let holds = false;
  let raised = 0;
  let last: Date | null = null;
  history.times.forEach((time, index) => {
    const mean = series?.average[index] ?? null;
    if (mean === null) return;
    const lowest = long ? mean : (series?.low[index] ?? mean);
    const highest = long ? mean : (series?.high[index] ?? mean);
    const past = (low !== null && lowest < low) || (high !== null && highest > high);
    if (!past) {
      since = null;
      holds = false;
      return;
    }
    since ??= time;
    if (holds || time + history.step - since < afterSeconds) return;
    holds = true;
    raised += 1;
    last = new Date(time * 1000);
  });
  return { raised, last, holds };
}
