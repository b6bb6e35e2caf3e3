/** Recent durations of exchanges, so that only quick ones share a connection. */

/** Slower reads get their own connection, in milliseconds. */
export const QUICK_READ_MS = 10;
/** The same of writes: less, because commits that wait for a slow disk are quicker side by side. */
export const QUICK_WRITE_MS = 3;
/** Runs before a read counts as quick. */
const LEAST_SEEN = 3;
/** The longest time decays by this factor with each run. */
const KEPT = 0.9;
/** Most of them remembered; eviction keeps at least the most recent half. */
const MOST = 1_000;
/** Longer texts are not remembered: they contain one caller's lists. */
const LONGEST = 16_384;

/** The recent durations of one statement. */
export class RecentTime {
  readonly #quickMs: number;
  #longest = 0;
  #seen = 0;

  constructor(quickMs: number) {
    this.#quickMs = quickMs;
  }

  get isQuick(): boolean {
    return this.#seen >= LEAST_SEEN && this.#longest < this.#quickMs;
  }

  note(milliseconds: number): void {
    this.#longest = Math.max(milliseconds, this.#longest * KEPT);
    this.#seen++;
  }
}

/** Durations by scope and text. Frequent statements are never evicted. */
export class RecentTimes {
  readonly #quickMs: number;
  #young = new Map<string, Map<string, RecentTime>>();
  #old = new Map<string, Map<string, RecentTime>>();
  #count = 0;

  /** @param quickMs below it, a statement is quick */
  constructor(quickMs: number) {
    this.#quickMs = quickMs;
  }

  /** Null for texts too long to remember. */
  of(scope: string, text: string): RecentTime | null {
    if (text.length > LONGEST) return null;
    const known = this.#young.get(scope)?.get(text);
    if (known !== undefined) return known;
    const time = this.#old.get(scope)?.get(text) ?? new RecentTime(this.#quickMs);
    if (++this.#count > MOST / 2) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#count = 1;
    }
    const texts = this.#young.get(scope) ?? new Map<string, RecentTime>();
    this.#young.set(scope, texts.set(text, time));
    return time;
  }
}
