/** A correction of the logbook, previewed before it is done. */
export interface Correction {
  /** The button's text. */
  readonly words: string;
  /** The logs before and after, in sentences. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Why it is not possible now; null if it is. */
  readonly unable: string | null;
  /** Resolves to the resulting log; null if there is none. */
  readonly act: () => Promise<number | null>;
}
