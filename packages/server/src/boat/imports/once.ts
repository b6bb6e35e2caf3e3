/** Keeps the first reading of each instant: a file may contain a track twice. */
import type { ImportedRow, Remarks } from "./row.ts";

/** Most instants remembered in order, and out of order. */
const MOST_IN_ORDER = 4_000_000;
const MOST_OTHERS = 1_000_000;

/** Passes on the first row of each instant and counts the others. */
export async function* onceEach(
  blocks: AsyncIterable<readonly ImportedRow[]>,
  remarks: Remarks,
): AsyncGenerator<readonly ImportedRow[]> {
  const instants = new Instants();
  for await (const rows of blocks) {
    const fresh = rows.filter(({ time }) => instants.add(time));
    remarks.skip("readings at the time of an earlier one", rows.length - fresh.length);
    if (fresh.length > 0) yield fresh;
  }
}

/** Remembers instants; those in order, as in most files, take little memory. */
class Instants {
  #inOrder = new Float64Array(1024);
  #count = 0;
  readonly #others = new Set<number>();

  /** @returns whether the instant is new */
  add(time: number): boolean {
    const last = this.#count === 0 ? Number.NEGATIVE_INFINITY : (this.#inOrder[this.#count - 1] ?? 0);
    if (time > last) {
      this.#append(time);
      return !this.#others.has(time);
    }
    if (this.#has(time) || this.#others.has(time)) return false;
    if (this.#others.size < MOST_OTHERS) this.#others.add(time);
    return true;
  }

  #append(time: number): void {
    if (this.#count === MOST_IN_ORDER) {
      this.#inOrder.copyWithin(0, MOST_IN_ORDER / 2);
      this.#count = MOST_IN_ORDER / 2;
    }
    if (this.#count === this.#inOrder.length) {
      const larger = new Float64Array(Math.min(MOST_IN_ORDER, 2 * this.#count));
      larger.set(this.#inOrder);
      this.#inOrder = larger;
    }
    this.#inOrder[this.#count] = time;
    this.#count++;
  }

  #has(time: number): boolean {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#inOrder[middle] ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return low < this.#count && this.#inOrder[low] === time;
  }
}
