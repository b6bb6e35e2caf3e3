/** Random choices, repeatable by seed. */

export interface Dice {
  /** An integer from 0 to `most` - 1. */
  below(most: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** One of them. @throws Error for an empty list */
  one<T>(all: readonly T[]): T;
  /** Up to `most` of them, in any order, possibly with repetitions. */
  some<T>(all: readonly T[], most: number): readonly T[];
}

/**
 * The dice of one request of a campaign: they depend only on seed and number.
 *
 * The generator is mulberry32 by Tommy Ettinger: a period of 2^32 is enough for the some hundred throws of a request.
 */
export function diceOf(seed: number, request: number): Dice {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(request + 1, 0x85ebca6b)) | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number): number => Math.floor(next() * most);
  const one = <T>(all: readonly T[]): T => {
    const chosen = all[below(all.length)];
    if (chosen === undefined) throw new Error("there is nothing to choose from");
    return chosen;
  };
  return {
    below,
    chance: (probability) => next() < probability,
    one,
    some: (all, most) => (all.length === 0 ? [] : Array.from({ length: 1 + below(most) }, () => one(all))),
  };
}
