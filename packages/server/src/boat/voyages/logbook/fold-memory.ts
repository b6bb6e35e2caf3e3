/**
 * The folds of the vessels that posted last, kept in the process: reading a state and writing it would cost more than
 * the rest of a row. The database says at each POST whether what is remembered still holds.
 */
import type { TakenFold } from "./fold-state.ts";

/** Some twenty kilobytes each. */
const MOST = 1000;

/** The folds that were used last, by vessel. */
export class FoldMemory {
  /** Least recently used first. */
  readonly #folds = new Map<string, TakenFold>();

  /** Null if the vessel's is not remembered. */
  find(vesselId: string): TakenFold | null {
    return this.#folds.get(vesselId) ?? null;
  }

  /**
   * Remembers a fold as it will be when the transaction has committed: if it does not, the database will not confirm it.
   * Null forgets it.
   */
  keep(vesselId: string, fold: TakenFold | null): void {
    this.#folds.delete(vesselId);
    if (fold === null) return;
    this.#folds.set(vesselId, fold);
    const [oldest] = this.#folds.keys();
    if (this.#folds.size > MOST && oldest !== undefined) this.#folds.delete(oldest);
  }
}
