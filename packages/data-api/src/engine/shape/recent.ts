/** What was used lately, by key, bounded in number and size. */

/** A generation of what is kept, and the most characters that it may stand for. */
const MOST = 250;
const MOST_CHARACTERS = 500_000;
/** Keys that are remembered only for having occurred. */
const MOST_SEEN = 500;

interface Kept<T> {
  readonly value: T;
  readonly characters: number;
}

/**
 * Two generations: when the young one is full, it becomes the old one, and what is used of that becomes young again. So
 * finding something mostly changes nothing, and what is used often is not lost to what is used once.
 */
export class Recent<T> {
  #young = new Map<string, Kept<T>>();
  #old = new Map<string, Kept<T>>();
  #characters = 0;
  readonly #seen = new Set<string>();

  /** Undefined if it is not kept. */
  find(key: string): T | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young.value;
    const old = this.#old.get(key);
    if (old === undefined) return undefined;
    this.#old.delete(key);
    this.#add(key, old);
    return old.value;
  }

  /**
   * Whether a key that is not kept occurs again: what occurs once is not worth keeping, and must not displace anything.
   */
  recurs(key: string): boolean {
    if (this.#young.has(key) || this.#old.has(key)) return false;
    if (this.#seen.has(key)) return true;
    if (this.#seen.size >= MOST_SEEN) this.#seen.clear();
    this.#seen.add(key);
    return false;
  }

  /** @param characters the size of what is kept, in characters of text */
  keep(key: string, value: T, characters: number): void {
    this.#seen.delete(key);
    this.#add(key, { value, characters });
  }

  #add(key: string, kept: Kept<T>): void {
    if (kept.characters > MOST_CHARACTERS) return;
    if (this.#young.size >= MOST || this.#characters + kept.characters > MOST_CHARACTERS) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#characters = 0;
    }
    this.#young.set(key, kept);
    this.#characters += kept.characters;
  }
}
