/** A range of numbers with both ends. */
export type Range = readonly [from: number, to: number];

/** A set of whole numbers, kept as ascending ranges that neither touch nor overlap. */
export class Ranges {
  #ranges: [number, number][] = [];

  constructor(ranges: Iterable<Range> = []) {
    for (const [from, to] of ranges) this.add(from, to);
  }

  /** Adds the numbers from one to another, both included. */
  add(from: number, to: number): void {
    const first = this.#search(from - 1);
    let last = first;
    let low = from;
    let high = to;
    for (
      let range = this.#ranges[last];
      range !== undefined && range[0] <= to + 1;
      range = this.#ranges[last]
    ) {
      low = Math.min(low, range[0]);
      high = Math.max(high, range[1]);
      last += 1;
    }
    this.#ranges.splice(first, last - first, [low, high]);
  }

  /** Whether all numbers from one to another are in the set. */
  has(from: number, to: number): boolean {
    const range = this.#ranges[this.#search(from)];
    return range !== undefined && range[0] <= from && to <= range[1];
  }

  /** The ranges, ascending. */
  toJSON(): readonly Range[] {
    return this.#ranges;
  }

  /** The index of the first range that ends at the number or after it. */
  #search(number: number): number {
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ranges[middle]?.[1] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Reads ranges from JSON; null if it is anything else. */
export function rangesOf(value: unknown): Range[] | null {
  if (!Array.isArray(value)) return null;
  const ranges: Range[] = [];
  for (const one of value) {
    if (!Array.isArray(one) || one.length !== 2) return null;
    const [from, to]: readonly unknown[] = one;
    if (!isNumber(from) || !isNumber(to) || from > to) return null;
    ranges.push([from, to]);
  }
  return ranges;
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}
