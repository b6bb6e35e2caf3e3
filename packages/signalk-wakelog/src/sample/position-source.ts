/** One receiver gives the position: two of them side by side would draw a zigzag. */

const SILENCE_MS = 30_000;

/** Chooses the source of the position. */
export class PositionSource {
  /** The source that was set; null for the first that is heard. */
  wanted: string | null = null;
  #current: { readonly source: string; readonly mono: number } | null = null;
  #wantedHeard: number | null = null;

  /** The source in use; null before the first fix. */
  get current(): string | null {
    return this.#current?.source ?? null;
  }

  /** Whether a fix of a source counts: the one in use, the one that was set, or another after 30 s of silence. */
  accepts(source: string, mono: number): boolean {
    // Its silence begins with the first fix of another.
    this.#wantedHeard = source === this.wanted ? mono : (this.#wantedHeard ?? mono);
    if (this.wanted !== null && source !== this.wanted && mono - this.#wantedHeard <= SILENCE_MS)
      return false;
    const { source: before, mono: heard } = this.#current ?? { source, mono };
    if (source !== before && source !== this.wanted && mono - heard <= SILENCE_MS) return false;
    this.#current = { source, mono };
    return true;
  }
}
