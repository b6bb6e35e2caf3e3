/**
 * Caches the folds of recently posting vessels: reading and writing a state would cost more than the rest of a row. At
 * each POST, the database says whether the cached state is current.
 */
import type { TakenFold } from "./fold-state.ts";

/** Size of all cached folds, in characters of their JSON: a thousand of 20 kB, or more of smaller ones. */
const MOST = 20_000_000;

interface Kept {
  readonly fold: TakenFold;
  readonly size: number;
}

/** LRU cache of folds, by vessel. */
export class FoldMemory {
  /** Least recently used first. */
  readonly #folds = new Map<string, Kept>();
  readonly #most: number;
  #size = 0;

  /** @param most size of all folds, in characters of their JSON */
  constructor(most = MOST) {
    this.#most = most;
  }

  /** Null if not cached. */
  find(vesselId: string): TakenFold | null {
    return this.#folds.get(vesselId)?.fold ?? null;
  }

  /**
   * Caches a fold as of the commit; if the transaction rolls back, the database rejects it. Null removes the entry.
   */
  keep(vesselId: string, fold: TakenFold | null): void {
    const before = this.#folds.get(vesselId);
    this.#drop(vesselId);
    if (fold === null) return;
    // A state grows little between two saves, and measuring it takes as long as saving it.
    const size = before?.fold.revision === fold.revision ? before.size : sizeOf(fold);
    if (size > this.#most) return;
    this.#folds.set(vesselId, { fold, size });
    this.#size += size;
    for (const [oldest] of this.#folds) {
      if (this.#size <= this.#most) break;
      this.#drop(oldest);
    }
  }

  #drop(vesselId: string): void {
    this.#size -= this.#folds.get(vesselId)?.size ?? 0;
    this.#folds.delete(vesselId);
  }
}

function sizeOf({ state, settings, edits }: TakenFold): number {
  return JSON.stringify({ state, settings, edits }).length;
}
