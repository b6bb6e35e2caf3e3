/**
 * Logbook and stays as a fold over a vessel's fixes, in the transaction that stored them. The state need not be saved
 * each time, because it follows from the rows.
 */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import { countWhile } from "@wakelog/kit/time/in-order.ts";
import { instant } from "@wakelog/kit/time/instant.ts";
import { ALWAYS, type Span, START } from "@wakelog/kit/time/span.ts";
import { DAY } from "@wakelog/kit/time/units.ts";
import type { Fix } from "../detector/fixes/fix.ts";
import { type MetricRow, toFix } from "../record/metric-row.ts";
import { beginFold, type FoldState, type OpenFold, type TakenFold } from "./fold-state.ts";
import { StoredFold } from "./fold-store.ts";
import { foldAgain, foldLate, foldNew, showAgain, showEnd } from "./vessel-fold.ts";

/** Rows to read again at most if the cached state is lost. */
const UNSAVED_ROWS = 20;
/** Late rows that span more time are folded separately, once for all concurrent batches. */
const LONG_AGO_MS = 2 * DAY;

/** A vessel with its new rows stored. */
export interface Folded {
  /** The fold as of the commit; null if it cannot be cached. */
  readonly fold: TakenFold | null;
  /** Whether rows remain for {@link settleFold} in the next transaction. */
  readonly isPending: boolean;
}

/**
 * Folds rows that were just stored. Late rows that change a long time are deferred, so as to fold them once rather than
 * for each batch.
 * @param taken the vessel, locked before the rows were stored
 * @param fresh the new rows
 */
export async function foldRows(tx: Tx, taken: TakenFold, fresh: readonly MetricRow[]): Promise<Folded> {
  const fixes = fresh
    .map(toFix)
    .filter((fix) => fix !== null)
    .sort((a, b) => a.time - b.time);
  const late = lateSpan(taken, fixes);
  if (taken.late !== null || (late !== null && late.to - late.from > LONG_AGO_MS)) {
    if (late !== null)
      tx.later(
        sql`select app.fold_owe(${instant(late.from)}::timestamptz, ${instant(late.to)}::timestamptz)`,
      );
    return { fold: null, isPending: true };
  }
  if (fresh.length === 0) return { fold: taken.isKnown ? taken : null, isPending: false };
  const newest = fresh.reduce((latest, { time }) => Math.max(latest, time), taken.newest);
  const unsaved = taken.unsaved + fresh.length;
  // Only the process that saved the last state may defer saving; otherwise two unsaved states could not be told apart.
  const mayWait = taken.isKnown && unsaved <= UNSAVED_ROWS;
  const store = new StoredFold(tx, taken.vesselId, { seen: newest, mayWait });
  const unfolded = await withMissed(store, taken, fixes);
  const state = unfolded.length === 0 && mayWait ? taken.state : await foldNew(store, taken, unfolded);
  const fold = { ...taken, state, isKnown: true, newest, seen: newest };
  if (store.isSaved) return { fold: { ...fold, revision: store.revision, unsaved: 0 }, isPending: false };
  return { fold: taken.isKnown ? { ...fold, unsaved } : null, isPending: false };
}

/** The span of fixes older than the state; null if there are none. */
function lateSpan({ state }: OpenFold, fixes: readonly Fix[]): Span | null {
  const late = fixes.slice(
    0,
    countWhile(fixes, ({ time }) => time <= (state?.detector.time ?? START)),
  );
  const [first, last] = [late[0], late.at(-1)];
  return first === undefined || last === undefined ? null : { from: first.time, to: last.time };
}

/** Folds rows that are stored but not folded. */
export async function settleFold(tx: Tx, observe?: Observe): Promise<void> {
  await takeUp(tx, observe);
}

/** The fixes plus those missing from the state because another process had them only in memory. */
async function withMissed(
  store: StoredFold,
  taken: TakenFold,
  fixes: readonly Fix[],
): Promise<readonly Fix[]> {
  if (taken.isKnown || taken.state === null || taken.newest <= taken.seen) return fixes;
  const unfolded = fixes.filter(({ time }) => time <= taken.seen);
  for await (const chunk of store.fixesAfter(taken.seen)) unfolded.push(...chunk);
  return unfolded;
}

/** A vessel with an up-to-date state. */
interface TakenUp {
  readonly open: OpenFold;
  readonly store: StoredFold;
  /** Span of late rows folded now; null if there were none. */
  readonly late: Span | null;
  /** Whether any rows were folded now. */
  readonly hasNew: boolean;
}

/** Locks the vessel and brings its state up to date. */
async function takeUp(tx: Tx, observe: Observe | undefined): Promise<TakenUp> {
  const taken = await beginFold(tx, observe);
  const { late } = taken;
  const store = new StoredFold(tx, taken.vesselId, { seen: taken.newest, mayWait: false });
  if (taken.state === null && taken.newest > START) {
    // Nothing is saved, or another detector version saved it.
    const { state } = await foldAgain(store, taken, ALWAYS);
    return { open: { ...taken, state }, store, late: ALWAYS, hasNew: true };
  }
  const missed = await withMissed(store, taken, []);
  if (late === null && missed.length === 0) return { open: taken, store, late, hasNew: false };
  const state =
    late === null ? await foldNew(store, taken, missed) : await foldLate(store, taken, late, missed);
  return { open: { ...taken, state }, store, late, hasNew: true };
}

/**
 * Folds again after rows of a span were stored, changed or removed. Idempotent.
 * @param changed their span; open if unknown
 */
export async function refold(tx: Tx, changed: Span, observe?: Observe): Promise<void> {
  const { open, store, late } = await takeUp(tx, observe);
  if (late !== null && late.from <= changed.from && late.to >= changed.to) return;
  await foldAgain(store, open, changed);
}

/** Derives a span again after its edits changed, without reading fixes. */
export async function rederive(tx: Tx, edited: Span, observe?: Observe): Promise<void> {
  const { open, store } = await takeUp(tx, observe);
  await showAgain(store, open, edited);
}

/** Ends the leg under way after too long a silence, unless a row has arrived since the job was queued. */
export async function closeSilent(tx: Tx, observe?: Observe): Promise<void> {
  const { open, store, hasNew } = await takeUp(tx, observe);
  if (hasNew) return;
  const { state } = open;
  const time = state?.detector.time ?? null;
  if (state !== null && time !== null) await close(tx, store, open, state, time, false);
}

/** Ends the leg under way if no fix is newer than a time: the import up to it is complete. */
export async function closeAt(tx: Tx, time: number, observe?: Observe): Promise<void> {
  const { open, store } = await takeUp(tx, observe);
  const { state } = open;
  if (state !== null) await close(tx, store, open, state, time, true);
}

async function close(
  tx: Tx,
  store: StoredFold,
  open: OpenFold,
  state: FoldState,
  time: number,
  evenIfAwaited: boolean,
): Promise<void> {
  const [row] = await tx.query(
    sql`select app.fold_close(${instant(time)}::timestamptz, ${evenIfAwaited}) as closed`,
  );
  if (row?.closed === true) await showEnd(store, { ...open, closed: Math.max(open.closed, time) }, state);
}
