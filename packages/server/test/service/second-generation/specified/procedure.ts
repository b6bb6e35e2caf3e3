/** A procedure of the second generation's table. */
import type { Type } from "./types.ts";

/** Ids of the boat's rows. */
export interface Ids {
  /** A log of more than a day. */
  readonly log: number;
  /** The moorages where it began and ended. */
  readonly from: number;
  readonly to: number;
}
export interface Procedure {
  readonly name: string;
  readonly args?: (ids: Ids) => Readonly<Record<string, string | number>>;
  /** Whether it only reads, and may be called by GET. */
  readonly get: boolean;
  readonly answer: Type;
}

/** An id that no row has. */
export const UNKNOWN = 2_147_483_647;
