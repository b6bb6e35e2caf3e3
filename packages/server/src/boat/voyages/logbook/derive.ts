/** Turns detector intervals into displayed rows: applies edits and assigns ids. */

import { equalJson } from "@wakelog/kit/json/equal.ts";
import type { Span } from "@wakelog/kit/time/span.ts";
import type { Interval } from "../detector/intervals/interval.ts";
import { applyEdits, type Edit } from "../edits/apply-edits.ts";
import { reach } from "../edits/stored-edits.ts";
import type { NamedInterval } from "./fold-state.ts";
import type { FoldStore } from "./fold-store.ts";
import { identify } from "./identity.ts";
import type { Known } from "./known-intervals.ts";

export interface Derived {
  readonly span: Span;
  readonly rows: readonly NamedInterval[];
  /** Whether the rows equal those last written. */
  readonly unchanged: boolean;
}

/**
 * The rows of a span.
 * @param window a part of the record whose ends no edit crosses
 * @param applied the rows last written for the span; null if not read
 */
export async function derive(
  store: FoldStore,
  window: Known,
  edits: readonly Edit[],
  applied: readonly NamedInterval[] | null,
): Promise<Derived> {
  const { span } = window;
  const shown = edited(window, edits);
  if (applied !== null && sameBeginnings(shown, applied)) {
    const rows = shown.map((interval, i) => ({ id: 0, voyageId: null, ...applied[i], interval }));
    return { span, rows, unchanged: equalJson(rows, applied) };
  }
  return { span, rows: await name(store, span, shown, edits), unchanged: false };
}

/** The intervals of a span after edits, without ids. */
export function edited({ span, intervals }: Known, edits: readonly Edit[]): readonly Interval[] {
  const inSpan = edits.filter((edit) => reach(edit).to >= span.from && reach(edit).from <= span.to);
  const shown = inSpan.length === 0 ? intervals : applyEdits(intervals, inSpan);
  return shown.map(withoutPassing);
}

/** Drops the segments of a leg under way, which change with every fix. */
function withoutPassing(interval: Interval): Interval {
  return interval.kind === "leg" && interval.to === null ? { ...interval, segments: [] } : interval;
}

function sameBeginnings(intervals: readonly Interval[], applied: readonly NamedInterval[]): boolean {
  return (
    intervals.length === applied.length &&
    intervals.every((interval, i) => {
      const before = applied[i]?.interval;
      return (
        before !== undefined &&
        before.kind === interval.kind &&
        before.from === interval.from &&
        continues(before) === continues(interval)
      );
    })
  );
}

function continues(interval: Interval): boolean {
  return interval.kind === "leg" && interval.continuesVoyage;
}

/** Previous ids of a span's intervals; null for new ones. Writes nothing. */
export async function knownIds(
  store: FoldStore,
  span: Span,
  intervals: readonly Interval[],
  edits: readonly Edit[],
): Promise<(number | null)[]> {
  return identify(intervals, await store.identities(span), edits);
}

async function name(
  store: FoldStore,
  span: Span,
  intervals: readonly Interval[],
  edits: readonly Edit[],
): Promise<NamedInterval[]> {
  const known = await knownIds(store, span, intervals, edits);
  const without = (kind: Interval["kind"]) =>
    intervals.filter((one, i) => known[i] === null && one.kind === kind).length;
  const fresh = {
    stay: await store.newIds("stay", without("stay")),
    leg: await store.newIds("leg", without("leg")),
    gap: await store.newIds("gap", without("gap")),
  };
  const legs = intervals.filter((one) => one.kind === "leg");
  let voyage = legs[0]?.continuesVoyage === true ? await store.voyageBefore(span.from) : null;
  return intervals.map((interval, i) => {
    const id = known[i] ?? fresh[interval.kind].shift() ?? 0;
    if (interval.kind !== "leg") return { id, voyageId: null, interval };
    if (!interval.continuesVoyage || voyage === null) voyage = id;
    return { id, voyageId: voyage, interval };
  });
}
