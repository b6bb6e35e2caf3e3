/** Folds the past again, from the last checkpoint before a change until the state equals a stored checkpoint. */

import { slices } from "@wakelog/kit/time/slices.ts";
import { DAY } from "@wakelog/kit/time/units.ts";
import { fold } from "../detector/detector.ts";
import type { Fix } from "../detector/fixes/fix.ts";
import type { Interval } from "../detector/intervals/interval.ts";
import { type Checkpoint, checkpoint, type FoldState, NOTHING_FOLDED, type OpenFold } from "./fold-state.ts";
import type { FoldStore } from "./fold-store.ts";

/** Interval between checkpoints: some hundred a year, and the most that a late row must refold. */
export const CHECKPOINT_MS = DAY;
/** Fixes between pauses; a few milliseconds of work. */
const FIXES_AT_ONCE = 250;

export interface Replay {
  /** Starting checkpoint; null for the first row. */
  readonly start: Checkpoint | null;
  /** The checkpoint at which the state converged; null if it ran to the newest row. */
  readonly converged: Checkpoint | null;
  /** The final state. */
  readonly state: FoldState;
  readonly settled: readonly Interval[];
  readonly marks: readonly Checkpoint[];
}

/**
 * Folds again, in slices.
 * @param from time of the first changed row
 * @param until time of the last one; the fold can stop at an equal checkpoint after it
 */
export async function replay(store: FoldStore, open: OpenFold, from: number, until: number): Promise<Replay> {
  const start = open.state === null ? null : await store.checkpointBefore(from);
  const run = new Run(start, open);
  const old = oldCheckpoints(open.state === null ? null : store, start?.at ?? Number.NEGATIVE_INFINITY);
  let next = (await old.next()).value ?? null;
  for await (const chunk of store.fixesAfter(start?.at ?? Number.NEGATIVE_INFINITY)) {
    let rest: readonly Fix[] = chunk;
    const last = chunk.at(-1)?.time ?? 0;
    for (; next !== null && next.at < last; next = (await old.next()).value ?? null) {
      const at = next.at;
      const cut = rest.findIndex((fix) => fix.time > at);
      await run.take(rest.slice(0, cut));
      rest = rest.slice(cut);
      const now = run.mark(at);
      if (at >= until && now.hash === next.hash && now.settledUntil === next.settledUntil) {
        return { start, converged: next, ...run.result() };
      }
    }
    for (const piece of pieces(rest)) {
      await run.take(piece);
      run.markIfDue();
    }
  }
  return { start, converged: null, ...run.result() };
}

/** Where settled intervals end: each begins before it, later ones do not. Null if there are none. */
export function endOf(settled: readonly Interval[]): number | null {
  const last = settled.at(-1);
  // A settled interval with a single fix has no length.
  return last === undefined ? null : Math.max(last.to ?? last.from, last.from + 1);
}

class Run {
  readonly #settings: OpenFold["settings"];
  readonly #settled: Interval[] = [];
  readonly #marks: Checkpoint[] = [];
  readonly #pause = slices();
  #detector;
  #settledUntil: number | null;
  #markedAt: number | null;

  constructor(start: Checkpoint | null, open: OpenFold) {
    this.#settings = open.settings;
    this.#detector = start?.detector ?? NOTHING_FOLDED.detector;
    this.#settledUntil = start?.settledUntil ?? null;
    this.#markedAt = start?.at ?? null;
  }

  async take(fixes: readonly Fix[]): Promise<void> {
    for (let at = 0; at < fixes.length; at += FIXES_AT_ONCE) {
      const { state, settled } = fold(this.#detector, fixes.slice(at, at + FIXES_AT_ONCE), this.#settings);
      this.#detector = state;
      this.#settled.push(...settled);
      this.#settledUntil = endOf(settled) ?? this.#settledUntil;
      await this.#pause();
    }
  }

  mark(at: number): Checkpoint {
    const mark = checkpoint(at, this.#detector, this.#settledUntil);
    if (this.#marks.at(-1)?.at === at) this.#marks.pop();
    this.#marks.push(mark);
    this.#markedAt = at;
    return mark;
  }

  markIfDue(): void {
    const { time } = this.#detector;
    if (time !== null && time - (this.#markedAt ?? Number.NEGATIVE_INFINITY) >= CHECKPOINT_MS)
      this.mark(time);
  }

  result(): Pick<Replay, "state" | "settled" | "marks"> {
    return {
      state: {
        detector: this.#detector,
        settledUntil: this.#settledUntil,
        applied: [],
        markedAt: this.#markedAt,
      },
      settled: this.#settled,
      marks: this.#marks,
    };
  }
}

/** Splits fixes into chunks of at most a day. */
function* pieces(fixes: readonly Fix[]): Generator<readonly Fix[]> {
  let start = 0;
  for (let i = 0; i < fixes.length; i++) {
    if ((fixes[i]?.time ?? 0) - (fixes[start]?.time ?? 0) >= CHECKPOINT_MS) {
      yield fixes.slice(start, i);
      start = i;
    }
  }
  if (start < fixes.length) yield fixes.slice(start);
}

/** Page by page; empty if the saved state is void. */
async function* oldCheckpoints(store: FoldStore | null, after: number): AsyncGenerator<Checkpoint, null> {
  if (store === null) return null;
  for (let from = after; ; ) {
    const page = await store.checkpointsAfter(from);
    const last = page.at(-1);
    if (last === undefined) return null;
    yield* page;
    from = last.at;
  }
}
