/** Recent durations of reads, so that only quick ones share a connection. */

/** Slower reads get their own connection, in milliseconds. */
const QUICK_MS = 10;
/** Runs before a read counts as quick. */
const LEAST_SEEN = 3;
/** The longest time decays by this factor with each run. */
const KEPT = 0.9;
/** Most reads remembered; eviction keeps at least the most recent half. */
const MOST = 1_000;
/** Longer texts are not remembered: they contain one caller's lists. */
const LONGEST = 16_384;

/** The recent durations of one read. */
export class ReadTime {
  #longest = 0;
  #seen = 0;

  get isQuick(): boolean {
    return this.#seen >= LEAST_SEEN && this.#longest < QUICK_MS;
  }

  note(milliseconds: number): void {
    this.#longest = Math.max(milliseconds, this.#longest * KEPT);
    this.#seen++;
  }
}

/** Durations of reads, by scope and text. Frequent reads are never evicted. */
export class ReadTimes {
  #young = new Map<string, Map<string, ReadTime>>();
  #old = new Map<string, Map<string, ReadTime>>();
  #count = 0;

  /** Null for texts too long to remember. */
  of(scope: string, text: string): ReadTime | null {
    if (text.length > LONGEST) return null;
    const known = this.#young.get(scope)?.get(text);
    if (known !== undefined) return known;
    const time = this.#old.get(scope)?.get(text) ?? new ReadTime();
    if (++this.#count > MOST / 2) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#count = 1;
    }
    const texts = this.#young.get(scope) ?? new Map<string, ReadTime>();
    this.#young.set(scope, texts.set(text, time));
    return time;
  }
}
