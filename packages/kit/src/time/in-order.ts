/** Binary search. */

/**
 * The number of leading items that fulfil a condition.
 * @param items sorted so that the condition holds for all up to some index, and for none after it
 */
export function countWhile<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let [known, unknown] = [0, items.length];
  while (known < unknown) {
    const middle = (known + unknown) >> 1;
    const item = items[middle];
    if (item !== undefined && holds(item)) known = middle + 1;
    else unknown = middle;
  }
  return known;
}
