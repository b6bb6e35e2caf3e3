/** A cache of recently used entries, bounded in number and size. */

/** Most entries of a generation, and most characters of text they may represent. */
const MOST = 250;
const MOST_CHARACTERS = 500_000;
/** Most keys counted before they are cached. */
const MOST_SEEN = 500;

interface Kept<T> {
  readonly value: T;
  readonly characters: number;
}

/**
 * Two generations: a full young one becomes the old one, and entries used there return to the young. Lookups mostly
 * change nothing, and entries used once do not evict those used often.
 */
export class Recent<T> {
  #young = new Map<string, Kept<T>>();
  #old = new Map<string, Kept<T>>();
  #characters = 0;
  readonly #seen = new Set<string>();

  /** Undefined if not cached. */
  find(key: string): T | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young.value;
    const old = this.#old.get(key);
    if (old === undefined) return undefined;
    this.#old.delete(key);
    this.#add(key, old);
    return old.value;
  }

  /** Whether a key that is not cached recurs: keys seen once must not evict anything. */
  recurs(key: string): boolean {
    if (this.#young.has(key) || this.#old.has(key)) return false;
    if (this.#seen.has(key)) return true;
    if (this.#seen.size >= MOST_SEEN) this.#seen.clear();
    this.#seen.add(key);
    return false;
  }

  /** @param characters size of the entry in characters of text */
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
