/** A value and how much of the whole has it. */
export interface Weighted {
  readonly value: number;
  /** At least 0. */
  readonly weight: number;
}

/**
 * The least values that at least these shares of the whole do not exceed, in the order of the shares. If nothing has
 * a weight, all values weigh the same. Null without values.
 * @param shares from 0 to 1
 */
export function percentiles(
  values: readonly Weighted[],
  shares: readonly number[],
): readonly number[] | null {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  const last = sorted.at(-1);
  if (last === undefined) return null;
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0);
  const weightOf = ({ weight }: Weighted) => (total > 0 ? weight / total : 1 / sorted.length);
  return shares.map((share) => {
    let below = 0;
    const found = sorted.find((one) => {
      below += weightOf(one);
      return weightOf(one) > 0 && below >= share - 1e-9;
    });
    return (found ?? last).value;
  });
}
