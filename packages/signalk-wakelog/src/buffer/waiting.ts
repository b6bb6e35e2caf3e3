/** Rows in memory that the disk has no room for, in order. */
import { type Draft, FLAG, type Row } from "./row.ts";

const MOST_ROWS = 2000;
const KEPT = FLAG.alarms | FLAG.tripEnd;

/** The rows that wait for room. */
export class Waiting {
  /** Why rows could not be written; null if they could. */
  failure: string | null = null;
  /** Rows dropped as there was no room in memory either. */
  thinned = 0;
  #rows: { readonly draft: Draft; number: number | null }[] = [];

  /** How many rows wait. */
  get size(): number {
    return this.#rows.length;
  }

  /** Adds a row. At the limit, every second row without an alarm or an end of a trip is dropped. */
  push(draft: Draft): void {
    this.#rows.push({ draft, number: null });
    if (this.#rows.length <= MOST_ROWS) return;
    const kept = this.#rows.filter(({ draft: { flags } }, at) => at % 2 === 0 || (flags & KEPT) !== 0);
    this.thinned += this.#rows.length - kept.length;
    this.#rows = kept;
  }

  /** Numbers rows in order. @throws what stops numbers from being reserved */
  number(take: () => number): void {
    for (const row of this.#rows) row.number ??= take();
  }

  /** The first row if it has a number. */
  first(): Row | null {
    const [row] = this.#rows;
    return row === undefined || row.number === null ? null : { ...row.draft, number: row.number };
  }

  /** Drops the first row, which is written. */
  shift(): void {
    this.#rows.shift();
  }

  /** Drops a row, which is ashore. */
  drop(number: number): void {
    this.#rows = this.#rows.filter((row) => row.number !== number);
  }

  /** Rows that have a number, in order. */
  numbered(): Row[] {
    return this.#rows.flatMap(({ draft, number }) => (number === null ? [] : [{ ...draft, number }]));
  }
}
