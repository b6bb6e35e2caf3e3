/**
 * Logbook and stays as a fold over a vessel's fixes, inside the transaction that stored them: rows, state and events
 * commit with it, or not at all.
 */
import type { Tx } from "../../db/database.ts";
import type { Observe } from "../../observe.ts";
import type { Span } from "../../time/span.ts";
import type { Fix } from "../detector/fixes/fix.ts";
import { beginFold, type OpenFold } from "./fold-state.ts";
import { storedFold } from "./fold-store.ts";
import { foldAgain, foldNew, showAgain } from "./vessel-fold.ts";

/**
 * Folds fixes that were just stored.
 * @param open the vessel, taken before the rows were stored
 * @param fixes oldest first, none of them folded before
 */
export async function foldFixes(tx: Tx, open: OpenFold, fixes: readonly Fix[]): Promise<void> {
  await foldNew(storedFold(tx, open.vesselId), open, fixes);
}

/**
 * Folds again because rows of a span were stored, changed or removed. Idempotent.
 * @param changed their times; an open end if it is not known
 */
export async function refold(tx: Tx, changed: Span, observe?: Observe): Promise<void> {
  const open = await beginFold(tx, observe);
  await foldAgain(storedFold(tx, open.vesselId), open, changed);
}

/** Shows the logbook again because people's edits of a span came or went; no fix is looked at. */
export async function rederive(tx: Tx, edited: Span, observe?: Observe): Promise<void> {
  const open = await beginFold(tx, observe);
  await showAgain(storedFold(tx, open.vesselId), open, edited);
}
