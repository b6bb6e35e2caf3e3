/** Choosing. */
import fc from "fast-check";

/** One of some values. */
export function oneOf<T>(values: readonly T[]): fc.Arbitrary<T> {
  return fc.constantFrom(...values);
}
