/** Matches intervals to rows: a slightly changed log is still the same log. */

import { countWhile } from "@wakelog/kit/time/in-order.ts";
import { START } from "@wakelog/kit/time/span.ts";
import type { Interval } from "../detector/intervals/interval.ts";
import { type Edit, inOrderMade } from "../edits/apply-edits.ts";

/** A row's id and its span when it was last written. */
export interface Identity {
  readonly kind: Interval["kind"];
  readonly id: number;
  readonly from: number;
  /** Null if it was open. */
  readonly to: number | null;
}

/**
 * Assigns ids to intervals: first by users' joins and splits, then by longest common time, each id once.
 * @returns the id per interval; null if it needs a new one
 */
export function identify(
  intervals: readonly Interval[],
  identities: readonly Identity[],
  edits: readonly Edit[] = [],
): (number | null)[] {
  const during = overlapping(identities);
  const pairs = intervals.flatMap((interval, index) =>
    during(interval).map((identity) => ({
      index,
      id: identity.id,
      common: overlap(interval, identity),
      length: (identity.to ?? FOREVER) - identity.from,
    })),
  );
  // If two contain the interval, prefer the shorter, then the older id, so that row order does not matter.
  pairs.sort((a, b) => b.common - a.common || a.length - b.length || a.id - b.id || a.index - b.index);
  const ids: (number | null)[] = intervals.map(() => null);
  const taken = { stay: new Set<number>(), leg: new Set<number>(), gap: new Set<number>() };
  const free = new Set(identities.flatMap(({ kind, id }) => (kind === "leg" ? [id] : [])));
  for (const { index, id } of namedByEdits(intervals, edits)) {
    if (ids[index] != null || !free.delete(id)) continue;
    ids[index] = id;
    taken.leg.add(id);
  }
  for (const { index, id } of pairs) {
    const kind = intervals[index]?.kind;
    if (kind === undefined || ids[index] !== null || taken[kind].has(id)) continue;
    ids[index] = id;
    taken[kind].add(id);
  }
  return ids;
}

/** Finds identities of an interval's kind that overlap it, without scanning all of them. */
function overlapping(identities: readonly Identity[]): (interval: Interval) => Identity[] {
  const sorted = [...identities].sort((a, b) => a.from - b.from);
  // The latest end so far: where it lies before the interval, no earlier identity overlaps.
  const ends: number[] = [];
  for (const { to } of sorted) ends.push(Math.max(ends.at(-1) ?? START, to ?? FOREVER));
  return (interval) => {
    const found: Identity[] = [];
    let at = countWhile(sorted, ({ from }) => from < (interval.to ?? FOREVER) + 1) - 1;
    for (; at >= 0 && (ends[at] ?? START) + 1 > interval.from; at--) {
      const identity = sorted[at];
      if (identity?.kind === interval.kind && overlap(interval, identity) > 0) found.push(identity);
    }
    return found;
  };
}

/** Legs that users named by joining, splitting or drawing logs; latest first. */
function namedByEdits(
  intervals: readonly Interval[],
  edits: readonly Edit[],
): { index: number; id: number }[] {
  return [...edits]
    .sort(inOrderMade)
    .reverse()
    .flatMap((edit) => {
      const names = edit.kind === "join" || edit.kind === "split" || edit.kind === "draw";
      if (!names || edit.log === undefined) return [];
      const index = intervals.findIndex((one) => {
        if (one.kind !== "leg") return false;
        if (edit.kind === "draw") return one.from === edit.from && one.to === edit.to;
        return edit.kind === "split"
          ? one.to === edit.from
          : one.from < edit.to && (one.to ?? FOREVER) > edit.from;
      });
      return index < 0 ? [] : [{ index, id: edit.log }];
    });
}

/** Common time in milliseconds; an instant counts as one, and an open interval lasts forever. */
function overlap(a: { from: number; to: number | null }, b: { from: number; to: number | null }): number {
  const end = Math.min(a.to ?? FOREVER, b.to ?? FOREVER);
  return end - Math.max(a.from, b.from) + 1;
}

/** The latest JavaScript time. */
const FOREVER = 8.64e15;
