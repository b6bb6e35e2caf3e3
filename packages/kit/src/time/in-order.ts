/** Binary search. */

/**
 * How many items from the beginning on fulfil a condition.
 * @param items in such an order that the condition holds for all before some place, and for none after it
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
