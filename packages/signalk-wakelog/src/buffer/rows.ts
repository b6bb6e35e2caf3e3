/** Reading rows, each with its time by what is known now. */
import type { Dating } from "./dating.ts";
import type { Row } from "./row.ts";
import type { Shelf } from "./shelf.ts";
import type { Waiting } from "./waiting.ts";

/** A row and its time by what is known now. */
export interface DatedRow extends Row {
  readonly doubt: boolean;
}

/** The rows of a buffer, on disk and waiting for room. */
export class Rows {
  readonly #shelf: Shelf;
  readonly #queue: Waiting;
  readonly #dating: Dating;

  constructor(shelf: Shelf, queue: Waiting, dating: Dating) {
    this.#shelf = shelf;
    this.#queue = queue;
    this.#dating = dating;
  }

  /** The newest row that is not ashore; null if there is none. */
  newest(): DatedRow | null {
    const row = this.#queue.numbered().at(-1) ?? this.#shelf.newest();
    return row === null ? null : this.dated(row);
  }

  /** Rows that are not ashore, oldest first. @param after leaves out numbers up to this one */
  oldest(count: number, after = 0): DatedRow[] {
    const queued = this.#queue.numbered().filter(({ number }) => number > after);
    return [...this.#shelf.oldest(count, after), ...queued].slice(0, count).map((row) => this.dated(row));
  }

  /** The time of the oldest row that is not ashore; null if there is none. */
  oldestTime(): number | null {
    const head = this.#shelf.oldestEntry() ?? this.#queue.numbered()[0];
    return head === undefined ? null : this.#dating.timeOf(head).time;
  }

  /** Rows of a time in pages, ashore or not; both ends belong to it. */
  *between(from: number, to: number): Generator<DatedRow[]> {
    const wanted = this.#shelf.select((entry) => {
      const { time } = this.#dating.timeOf(entry);
      return time >= from && time <= to;
    });
    for (const page of wanted) yield page.map((row) => this.dated(row));
  }

  /** Rows with any of these flags in pages, ashore or not. */
  *flagged(flags: number): Generator<DatedRow[]> {
    for (const page of this.#shelf.select((entry) => (entry.flags & flags) !== 0))
      yield page.map((row) => this.dated(row));
  }

  /** The newest row; null if there is none. */
  last(): DatedRow | null {
    const row = this.#queue.numbered().at(-1) ?? this.#shelf.last();
    return row === null ? null : this.dated(row);
  }

  /** A row with its time by what is known now. */
  dated(row: Row): DatedRow {
    const { time, doubt } = this.#dating.timeOf(row);
    return { ...row, time, doubt };
  }

  /** Rows with a greater number, ashore or not. */
  after(number: number, count: number): DatedRow[] {
    return this.#shelf.after(number, count).map((row) => this.dated(row));
  }
}
