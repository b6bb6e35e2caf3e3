/**
 * Logbook and stays as a fold over a vessel's fixes. New fixes are stepped from the saved state; late ones fold
 * the past again from the last checkpoint before them, and stop where nothing changes any more. Rows, state and
 * events commit with the transaction, or not at all.
 */
import type { Tx } from "../db/database.ts";
import { fold, tail } from "./detector.ts";
import { reach } from "./edits-store.ts";
import type { Fix } from "./fix.ts";
import { commitFold, type FoldChange, type Span } from "./fold-change.ts";
import { type Derivation, derive, settledIntervals } from "./fold-derive.ts";
import { CHECKPOINT_MS, replay } from "./fold-replay.ts";
import { beginFold, checkpoint, type FoldState, type NamedInterval, type OpenFold } from "./fold-state.ts";
import type { Interval } from "./interval.ts";

const START = Number.NEGATIVE_INFINITY;
const END = Number.POSITIVE_INFINITY;
/** A voyage whose legs follow each other within minutes does not go on for longer than this after a change. */
const VOYAGE_MS = 30 * 24 * 3_600_000;

/**
 * Folds fixes that were just stored.
 * @param open the vessel, taken before the rows were stored
 * @param fixes oldest first, none of them folded before
 */
export async function foldFixes(tx: Tx, open: OpenFold, fixes: readonly Fix[]): Promise<void> {
  const first = fixes[0];
  if (first === undefined) return;
  const time = open.state?.detector.time ?? START;
  const late = fixes.filter((fix) => fix.time <= time);
  if (open.state !== null && late.length === 0) return forward(tx, open, open.state, fixes);
  const again = await foldAgain(
    tx,
    open,
    { from: first.time, to: late.at(-1)?.time ?? END },
    late.map((fix) => fix.time),
  );
  const newer = fixes.slice(late.length);
  if (again.stopped && newer.length > 0) await forward(tx, open, again.state, newer);
}

/**
 * Folds again because rows of a span were stored, changed or removed. Idempotent.
 * @param changed their times; an open end when they are not known
 */
export async function refold(tx: Tx, changed: Span): Promise<void> {
  const open = await beginFold(tx, false);
  await foldAgain(tx, open, changed, [changed.from, changed.to]);
}

/** Shows the logbook anew because people's edits of a span came or went; no fix is looked at. */
export async function rederive(tx: Tx, said: Span): Promise<void> {
  const open = await beginFold(tx, false);
  if (open.state === null) return;
  const settled = await settledIntervals(tx, { from: said.from, to: END });
  const unsettled = tail(open.state.detector, open.settings);
  const from = settled[0]?.from ?? unsettled[0]?.from ?? START;
  await commit(tx, open, open.state, {
    derivation: { span: { from: Math.min(from, said.from), to: END }, intervals: [...settled, ...unsettled] },
  });
}

/** The usual case: nothing in the past changes but what was not settled yet. */
async function forward(tx: Tx, open: OpenFold, before: FoldState, fixes: readonly Fix[]): Promise<void> {
  const { state: detector, settled } = fold(before.detector, fixes, open.settings);
  const settledUntil = settled.at(-1)?.to ?? before.settledUntil;
  const time = detector.time ?? START;
  const due = time - (before.markedAt ?? START) >= CHECKPOINT_MS;
  const span = { from: before.settledUntil ?? START, to: END };
  await commit(
    tx,
    open,
    { detector, settledUntil, applied: before.applied, markedAt: due ? time : before.markedAt },
    {
      derivation: {
        span,
        intervals: [...settled, ...tail(detector, open.settings)],
        applied: before.applied,
      },
      ...(settled.length > 0 ? { intervals: { span, rows: settled } } : {}),
      ...(due
        ? {
            checkpoints: { span: { from: time, to: time }, rows: [checkpoint(time, detector, settledUntil)] },
          }
        : {}),
    },
  );
}

/** @returns the state that was saved, and whether it is the one from before: the newest rows are not folded */
async function foldAgain(
  tx: Tx,
  open: OpenFold,
  changed: Span,
  touched: readonly number[],
): Promise<{ state: FoldState; stopped: boolean }> {
  const again = await replay(tx, open, changed.from, changed.to);
  const { converged, settled, start } = again;
  const before = converged === null ? null : open.state;
  const from = start?.settledUntil ?? START;
  const span = { from, to: before === null ? END : (converged?.settledUntil ?? from) };
  const after =
    before === null
      ? { intervals: tail(again.state.detector, open.settings), to: END }
      : await unchanged(tx, open, before, span.to);
  const state = await commit(tx, open, before ?? again.state, {
    derivation: { span: { from, to: after.to }, intervals: [...settled, ...after.intervals] },
    intervals: { span, rows: settled },
    checkpoints: {
      span: { from: start?.at ?? START, to: converged?.at ?? END },
      rows: again.marks.filter((mark) => mark.at !== converged?.at),
    },
    touched,
  });
  return { state, stopped: before !== null };
}

/** Intervals after a change: they are as they were, but may follow another voyage's first leg, or bear an edit. */
async function unchanged(
  tx: Tx,
  open: OpenFold,
  state: FoldState,
  from: number,
): Promise<{ intervals: readonly Interval[]; to: number }> {
  const edited = open.edits.map(reach).some((edit) => edit.from <= from && edit.to >= from);
  const settled = await settledIntervals(tx, { from, to: edited ? END : from + VOYAGE_MS });
  const all = [...settled, ...tail(state.detector, open.settings)].filter((one) => one.from >= from);
  const other = all.findIndex((one) => one.kind === "leg" && !one.continuesVoyage);
  const next = all[other];
  return edited || next === undefined
    ? { intervals: all, to: END }
    : { intervals: all.slice(0, other), to: next.from };
}

interface Shown {
  readonly derivation: Pick<Derivation, "span" | "intervals"> & {
    readonly applied?: readonly NamedInterval[];
  };
  readonly intervals?: NonNullable<FoldChange["intervals"]>;
  readonly checkpoints?: NonNullable<FoldChange["checkpoints"]>;
  readonly touched?: readonly number[];
}

async function commit(tx: Tx, open: OpenFold, state: FoldState, shown: Shown): Promise<FoldState> {
  const derived = await derive(tx, {
    ...shown.derivation,
    applied: shown.derivation.applied ?? null,
    edits: open.edits,
  });
  const unsettled = state.settledUntil ?? START;
  const applied = [
    ...derived.rows.filter(({ interval }) => interval.from >= unsettled),
    ...state.applied.filter(({ interval }) => interval.from >= derived.span.to),
  ];
  const saved = { ...state, applied };
  await commitFold(tx, {
    state: saved,
    intervals: shown.intervals ?? null,
    checkpoints: shown.checkpoints ?? null,
    derived: derived.unchanged ? null : { span: derived.span, rows: derived.rows },
    touched: shown.touched ?? [],
  });
  return saved;
}
