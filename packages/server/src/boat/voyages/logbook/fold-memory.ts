/**
 * Caches the folds of recently posting vessels: reading and writing a state would cost more than the rest of a row. At
 * each POST, the database says whether the cached state is current.
 */
import type { TakenFold } from "./fold-state.ts";

/** About 20 kB each. */
const MOST = 1000;

/** LRU cache of folds, by vessel. */
export class FoldMemory {
  /** Least recently used first. */
  readonly #folds = new Map<string, TakenFold>();

  /** Null if not cached. */
  find(vesselId: string): TakenFold | null {
    return this.#folds.get(vesselId) ?? null;
  }

  /**
   * Caches a fold as of the commit; if the transaction rolls back, the database rejects it. Null removes the entry.
   */
  keep(vesselId: string, fold: TakenFold | null): void {
    this.#folds.delete(vesselId);
    if (fold === null) return;
    this.#folds.set(vesselId, fold);
    const [oldest] = this.#folds.keys();
    if (this.#folds.size > MOST && oldest !== undefined) this.#folds.delete(oldest);
  }
}
