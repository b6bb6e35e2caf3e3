/**
 * The fold of one vessel, independent of storage. New fixes continue from the saved state; late ones are folded again
 * from the last checkpoint before them until nothing changes.
 */

import { END, type Span, START } from "@wakelog/kit/time/span.ts";
import { patienceMs } from "../detector/closing.ts";
import { type DetectorState, fold, unsettled } from "../detector/detector.ts";
import type { Fix } from "../detector/fixes/fix.ts";
import type { Interval } from "../detector/intervals/interval.ts";
import { reach } from "../edits/stored-edits.ts";
import type { FoldChange } from "./commit.ts";
import { derive } from "./derive.ts";
import { checkpoint, type FoldState, NOTHING_FOLDED, type OpenFold } from "./fold-state.ts";
import type { FoldStore } from "./fold-store.ts";
import { type Happened, hull, Known, windowOf } from "./known-intervals.ts";
import { CHECKPOINT_MS, endOf, replay } from "./replay.ts";

/**
 * Folds fixes that were just stored.
 * @param fixes oldest first, none folded before
 * @returns the new state; null if there is neither state nor fix
 */
export async function foldNew(
  store: FoldStore,
  open: OpenFold,
  fixes: readonly Fix[],
): Promise<FoldState | null> {
  const time = open.state?.detector.time ?? START;
  const late = fixes.filter((fix) => fix.time <= time);
  if (open.state !== null && late.length === 0) return forward(store, open, open.state, fixes);
  const first = fixes[0];
  if (first === undefined) return null;
  return foldLate(
    store,
    open,
    { from: first.time, to: late.at(-1)?.time ?? END },
    fixes.slice(late.length),
    late.map((fix) => ({ from: fix.time, to: fix.time })),
  );
}

/**
 * Folds late rows, and then those newer than the state.
 * @param touched as in `foldAgain`
 */
export async function foldLate(
  store: FoldStore,
  open: OpenFold,
  late: Span,
  newer: readonly Fix[],
  touched?: readonly Span[],
): Promise<FoldState> {
  const { state, stopped } = await foldAgain(store, open, late, touched);
  return stopped && newer.length > 0 ? forward(store, open, state, newer) : state;
}

/**
 * Folds again from the last checkpoint before a change.
 * @param changed times of the first and last changed row
 * @param touched exact times if known: legs around them are finished again
 * @returns the saved state, and whether it is the previous one, without the newest rows
 */
export async function foldAgain(
  store: FoldStore,
  open: OpenFold,
  changed: Span,
  touched: readonly Span[] = [changed],
): Promise<{ state: FoldState; stopped: boolean }> {
  const again = await replay(store, open, changed.from, changed.to);
  const { start, converged, settled } = again;
  // After convergence, later settled and unsettled intervals are unchanged.
  const before = converged === null ? null : open.state;
  const state = before ?? again.state;
  const from = start?.settledUntil ?? START;
  const span = { from, to: before === null ? END : (converged?.settledUntil ?? START) };
  const found = span.from < span.to || before === null ? new Known(span, settled) : null;
  const shown = before === null ? new Known(span, [...settled, ...notSettled(state.detector, open)]) : found;
  const saved = await commit(store, open, state, {
    window: await around(store, open, state, shown, { rows: changed, edited: null }),
    ...(found === null ? {} : { intervals: { span, rows: settled } }),
    checkpoints: {
      span: { from: start?.at ?? START, to: converged?.at ?? END },
      rows: again.marks.filter((mark) => mark.at !== converged?.at),
    },
    touched,
  });
  return { state: saved, stopped: before !== null };
}

/** Derives a span again after its edits changed, without reading fixes. */
export async function showAgain(store: FoldStore, open: OpenFold, edited: Span): Promise<void> {
  // Undoing an edit restores the ids of intervals, however much later those are.
  const whole = { from: edited.from, to: END };
  // Drawings can be edited before a boat has sent anything.
  const state = open.state ?? NOTHING_FOLDED;
  const window = await around(store, open, state, null, { rows: null, edited: whole });
  await commit(store, open, state, { window });
}

/**
 * Derives the unsettled end again, after the wait for a further row ended or resumed.
 * @param open with the time up to which no row is awaited
 */
export async function showEnd(store: FoldStore, open: OpenFold, state: FoldState): Promise<FoldState> {
  const span = { from: state.settledUntil ?? START, to: END };
  const shown = new Known(span, notSettled(state.detector, open));
  return commit(store, open, state, {
    window: await around(store, open, state, shown, { rows: null, edited: null }),
    applied: { span, rows: state.applied },
  });
}

/** The unsettled intervals for display: a leg after which no row is awaited has ended. */
export function notSettled(
  detector: DetectorState,
  open: Pick<OpenFold, "settings" | "closed">,
): readonly Interval[] {
  return unsettled(detector, open.settings, isClosed(detector, open));
}

function isClosed({ time }: DetectorState, { closed }: Pick<OpenFold, "closed">): boolean {
  return time !== null && time <= closed;
}

/** The usual case: only unsettled intervals change. */
async function forward(
  store: FoldStore,
  open: OpenFold,
  before: FoldState,
  fixes: readonly Fix[],
): Promise<FoldState> {
  const { state: detector, settled } = fold(before.detector, fixes, open.settings);
  const settledUntil = endOf(settled) ?? before.settledUntil;
  const time = detector.time ?? START;
  const due = time - (before.markedAt ?? START) >= CHECKPOINT_MS;
  const span = { from: before.settledUntil ?? START, to: END };
  const state = { detector, settledUntil, applied: before.applied, markedAt: due ? time : before.markedAt };
  const shown = new Known(span, [...settled, ...notSettled(detector, open)]);
  const marks = () => ({ span: { from: time, to: time }, rows: [checkpoint(time, detector, settledUntil)] });
  return commit(store, open, state, {
    window: await around(store, open, state, shown, { rows: null, edited: null }),
    applied: { span, rows: before.applied },
    ...(settled.length > 0 ? { intervals: { span, rows: settled } } : {}),
    ...(due ? { checkpoints: marks() } : {}),
  });
}

/**
 * What must be derived again, reading as much of the record as needed.
 * @param state the state to save
 * @param found the detector's result in the span where it differs; null if nowhere
 */
export async function around(
  store: FoldStore,
  open: Pick<OpenFold, "edits" | "settings" | "closed">,
  state: FoldState,
  found: Known | null,
  what: Pick<Happened, "rows" | "edited">,
): Promise<Known> {
  const happened = { ...what, found: found?.span ?? null, edits: open.edits.map(reach) };
  const enough = found === null ? null : windowOf(found, happened);
  if (enough !== null) return enough;
  const spans = [found?.span, what.rows, what.edited].filter((span) => span != null);
  const { from, to } = spans.reduce(hull);
  // Results up to the present need no stored intervals.
  const needed = { from, to: found?.span.to === END ? found.span.from : to };
  for (let margin = 2; ; margin *= 4) {
    const stored = await store.settled(needed, margin);
    const settled = found === null ? stored : stored.replaced(found);
    const isUnsettledMissing = settled.span.to === END && found?.span.to !== END;
    const known = isUnsettledMissing
      ? new Known(settled.span, [...settled.intervals, ...notSettled(state.detector, open)])
      : settled;
    const window = windowOf(known, happened);
    if (window !== null) return window;
  }
}

interface Shown {
  /** The part derived again. */
  readonly window: Known;
  /** All rows of a span as last written. */
  readonly applied?: NonNullable<FoldChange["derived"]>;
  readonly intervals?: NonNullable<FoldChange["intervals"]>;
  readonly checkpoints?: NonNullable<FoldChange["checkpoints"]>;
  readonly touched?: readonly Span[];
}

async function commit(store: FoldStore, open: OpenFold, state: FoldState, shown: Shown): Promise<FoldState> {
  const { window, applied } = shown;
  const isApplied = applied?.span.from === window.span.from && applied.span.to === window.span.to;
  const derived = await derive(store, window, open.edits, isApplied ? applied.rows : null);
  const unsettled = state.settledUntil ?? START;
  const saved = {
    ...state,
    applied: [
      ...state.applied.filter(({ interval }) => interval.from < derived.span.from),
      ...derived.rows,
      ...state.applied.filter(({ interval }) => interval.from >= derived.span.to),
    ].filter(({ interval }) => interval.from >= unsettled),
  };
  await store.commit({
    state: saved,
    intervals: shown.intervals ?? null,
    checkpoints: shown.checkpoints ?? null,
    derived: derived.unchanged ? null : { span: derived.span, rows: derived.rows },
    touched: shown.touched ?? [],
    awaitedMs: isClosed(saved.detector, open) ? null : patienceMs(saved.detector, open.settings),
  });
  return saved;
}
