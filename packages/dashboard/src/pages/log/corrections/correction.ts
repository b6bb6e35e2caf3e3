/** A way to correct the logbook, told before it is done. */
export interface Correction {
  /** On the button. */
  readonly words: string;
  /** What there is now, and what there will be, in sentences. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Why it cannot be done at the moment; null if it can. */
  readonly unable: string | null;
  /** Resolves to the log that is there afterwards; null if there is none. */
  readonly act: () => Promise<number | null>;
}
