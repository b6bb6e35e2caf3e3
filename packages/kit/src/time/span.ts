/** Spans of time, which may be open at either end. */

/** A span of time, milliseconds since 1970-01-01 UTC; an infinite end is open. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Before all times. */
export const START = Number.NEGATIVE_INFINITY;
/** After all times. */
export const END = Number.POSITIVE_INFINITY;
/** The span of all times. */
export const ALWAYS: Span = { from: START, to: END };
