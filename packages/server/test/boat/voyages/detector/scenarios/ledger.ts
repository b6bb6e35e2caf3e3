/**
 * The service around the detector, without a database: keeps fixes in order of time and states at some of them, and
 * refolds from the last state before a late fix.
 */
import {
  type DetectorState,
  fold,
  initialState,
  restoreState,
  unsettled,
} from "../../../../../src/boat/voyages/detector/detector.ts";
import type { Fix } from "../../../../../src/boat/voyages/detector/fixes/fix.ts";
import type { Interval } from "../../../../../src/boat/voyages/detector/intervals/interval.ts";
import {
  DEFAULT_SETTINGS,
  type DetectorSettings,
} from "../../../../../src/boat/voyages/detector/thresholds.ts";

interface Checkpoint {
  /** How many fixes and settled intervals come before it. */
  readonly fixes: number;
  readonly settled: number;
  /** As it would be stored. */
  readonly state: string;
}

const EACH = 200;

export class Ledger {
  readonly #settings: DetectorSettings;
  #fixes: Fix[] = [];
  #settled: Interval[] = [];
  #checkpoints: Checkpoint[] = [];
  #state: DetectorState = initialState();

  constructor(settings: DetectorSettings = DEFAULT_SETTINGS) {
    this.#settings = settings;
  }

  /** Takes a batch in any order; fixes with the time of a known one are repetitions. */
  receive(batch: readonly Fix[]): void {
    const known = new Set(this.#fixes.map((f) => f.time));
    const fresh = batch.filter((f) => !known.has(f.time));
    if (fresh.length === 0) return;
    const earliest = Math.min(...fresh.map((f) => f.time));
    this.#fixes = [...this.#fixes, ...fresh].sort((a, b) => a.time - b.time);
    const touched = this.#fixes.findIndex((f) => f.time >= earliest);
    while ((this.#checkpoints.at(-1)?.fixes ?? 0) > touched) this.#checkpoints.pop();
    const from = this.#checkpoints.at(-1);
    this.#state = (from && restoreState(JSON.parse(from.state))) ?? initialState();
    this.#settled = this.#settled.slice(0, from?.settled ?? 0);
    this.#foldFrom(from?.fixes ?? 0);
  }

  #foldFrom(start: number): void {
    for (let at = start; at < this.#fixes.length; at += EACH) {
      const folded = fold(this.#state, this.#fixes.slice(at, at + EACH), this.#settings);
      this.#state = folded.state;
      this.#settled.push(...folded.settled);
      if (at + EACH > this.#fixes.length) return;
      const state = JSON.stringify(this.#state);
      this.#checkpoints.push({ fixes: at + EACH, settled: this.#settled.length, state });
    }
  }

  get state(): DetectorState {
    return this.#state;
  }

  intervals(): readonly Interval[] {
    return [...this.#settled, ...unsettled(this.#state, this.#settings)];
  }
}
