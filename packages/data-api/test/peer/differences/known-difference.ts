/** Helpers to recognize intended differences. */
import type { Compared } from "../evidence.ts";

export interface KnownDifference {
  /** Stands in the document. */
  readonly title: string;
  readonly reason: string;
  /** It shows on some servers only, or by chance; all others are met by the requests of the files. */
  readonly seldom?: true;
  /** Whether it explains that these answers differ. */
  explains(compared: Compared): boolean | Promise<boolean>;
}
