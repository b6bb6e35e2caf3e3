/** Which row an interval is: a log that the fold derives again, a little otherwise, is still the same log. */
import type { Interval } from "./interval.ts";

/** A row's id, and the span of time that it stood for when it was last written. */
export interface Identity {
  readonly kind: Interval["kind"];
  readonly id: number;
  readonly from: number;
  /** Null while it lasted. */
  readonly to: number | null;
}

/**
 * Gives intervals their ids: the pair with the longest common time first, each id once.
 * @returns per interval its id; null where it needs a new one
 */
export function identify(intervals: readonly Interval[], identities: readonly Identity[]): (number | null)[] {
  const pairs = intervals.flatMap((interval, index) =>
    identities.flatMap((identity) => {
      const common = overlap(interval, identity);
      return interval.kind === identity.kind && common > 0 ? [{ index, id: identity.id, common }] : [];
    }),
  );
  // The older id wins a tie, so that the answer does not hang on the order of the rows.
  pairs.sort((a, b) => b.common - a.common || a.id - b.id || a.index - b.index);
  const ids: (number | null)[] = intervals.map(() => null);
  const taken = { stay: new Set<number>(), leg: new Set<number>() };
  for (const { index, id } of pairs) {
    const kind = intervals[index]?.kind;
    if (kind === undefined || ids[index] !== null || taken[kind].has(id)) continue;
    ids[index] = id;
    taken[kind].add(id);
  }
  return ids;
}

/** Common time in milliseconds; an instant counts as one, and what lasts, lasts for ever. */
function overlap(a: { from: number; to: number | null }, b: { from: number; to: number | null }): number {
  const end = Math.min(a.to ?? FOREVER, b.to ?? FOREVER);
  return end - Math.max(a.from, b.from) + 1;
}

/** The end of JavaScript's time. */
const FOREVER = 8.64e15;
