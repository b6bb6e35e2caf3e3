/** How long reads took lately, so that only quick ones are sent behind one another. */

/** Reads that take longer than this, in milliseconds, have a connection to themselves. */
const QUICK_MS = 10;
/** How many times a read must have been seen before it counts as quick. */
const LEAST_SEEN = 3;
/** What is left of the longest time after each further one. */
const KEPT = 0.9;
/** How many reads are remembered: of those used lately at least half of this, and at most as many. */
const MOST = 1_000;
/** Longer texts are not remembered: they are lists specific to one caller. */
const LONGEST = 16_384;

/** One read's recent times. */
export class Pace {
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

/** The paces of reads by their scope and text. What is used often is never forgotten, whatever else is asked. */
export class Paces {
  #young = new Map<string, Map<string, Pace>>();
  #old = new Map<string, Map<string, Pace>>();
  #count = 0;

  /** Null if it is not to be remembered. */
  of(scope: string, text: string): Pace | null {
    if (text.length > LONGEST) return null;
    const known = this.#young.get(scope)?.get(text);
    if (known !== undefined) return known;
    const pace = this.#old.get(scope)?.get(text) ?? new Pace();
    if (++this.#count > MOST / 2) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#count = 1;
    }
    const texts = this.#young.get(scope) ?? new Map<string, Pace>();
    this.#young.set(scope, texts.set(text, pace));
    return pace;
  }
}
