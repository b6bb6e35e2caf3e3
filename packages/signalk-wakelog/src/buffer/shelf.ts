/** The segments in order, and which of their rows are ashore. */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Ashore } from "./ashore.ts";
import type { Note } from "./notes.ts";
import type { Range } from "./ranges.ts";
import type { Row } from "./row.ts";
import { type Entry, indexFrom, Segment } from "./segment.ts";

/** Reading pages of this many rows keeps little in memory. */
const PAGE = 100;

/** The segments of a folder. */
export class Shelf {
  readonly #folder: string;
  readonly #segments: Segment[];
  readonly ashore: Ashore;

  /** @param segments of the folder, oldest first */
  constructor(folder: string, segments: readonly Segment[], ashore: Ashore) {
    this.#folder = folder;
    this.#segments = [...segments];
    this.ashore = ashore;
    for (const segment of segments) this.#count(segment);
  }

  /** Reads the segments of a folder, oldest first, and hands over their notes. */
  static async read(folder: string, use: (note: Note) => void): Promise<Segment[]> {
    mkdirSync(folder, { recursive: true });
    const names = readdirSync(folder).filter((name) => /^\d+\.seg$/.test(name));
    const segments: Segment[] = [];
    for (const name of names.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))) {
      segments.push(await Segment.read(join(folder, name), use));
    }
    return segments;
  }

  /** The segments, oldest first. */
  get segments(): readonly Segment[] {
    return this.#segments;
  }

  /** Bytes on disk. */
  get size(): number {
    return this.#segments.reduce((sum, { size }) => sum + size, 0);
  }

  /** How many rows are not ashore. */
  get waiting(): number {
    return this.#segments.reduce((sum, { waiting }) => sum + waiting, 0);
  }

  /** Begins another segment. */
  begin(first: number, header: readonly Note[]): Segment {
    const segment = new Segment(join(this.#folder, `${String(first).padStart(10, "0")}.seg`));
    segment.append(header, null);
    this.#segments.push(segment);
    return segment;
  }

  /** Removes a segment. */
  remove(segment: Segment): void {
    segment.close();
    rmSync(segment.path, { force: true });
    this.#segments.splice(this.#segments.indexOf(segment), 1);
  }

  /** Puts a copy in a segment's place. */
  replace(segment: Segment, copy: Segment): void {
    segment.close();
    this.#segments.splice(this.#segments.indexOf(segment), 1, copy);
    this.#count(copy);
  }

  /** Whether a row is ashore. */
  isAcknowledged(number: number): boolean {
    return this.ashore.has(number);
  }

  /** Marks a row as ashore in a stream. @returns whether it is in a segment */
  acknowledge(number: number, stream: string): boolean {
    const segment = this.#segments.find(({ first, last }) => (first ?? 0) <= number && (last ?? 0) >= number);
    const found = segment?.entries[indexFrom(segment.entries, number)]?.number === number;
    if (found && !this.ashore.has(number)) segment.waiting -= 1;
    this.ashore.add(stream, number);
    return found;
  }

  /** Takes the shore's word for what it has of a stream. @returns whether it lacks what it had taken */
  reconcile(stream: string, has: readonly Range[]): boolean {
    const lacks = this.ashore.replace(stream, has);
    for (const segment of this.#segments) this.#count(segment);
    return lacks;
  }

  /** Whether rows between two numbers are neither ashore nor among those given. */
  holdsOthers([from, to]: Range, given: ReadonlySet<number>): boolean {
    return this.#segments.some(
      ({ entries, waiting, first, last }) =>
        waiting > 0 &&
        (first ?? 0) <= to &&
        (last ?? 0) >= from &&
        entries.some(
          ({ number }) => number >= from && number <= to && !given.has(number) && this.#waits(number),
        ),
    );
  }

  /** The newest row that is not ashore. */
  newest(): Row | null {
    const segment = this.#segments.findLast(({ waiting }) => waiting > 0);
    const entry = segment?.entries.findLast(({ number }) => this.#waits(number));
    return entry === undefined ? null : (segment?.rows([entry])[0] ?? null);
  }

  /** Rows that are not ashore and have a greater number, oldest first. */
  oldest(count: number, after: number): Row[] {
    const rows: Row[] = [];
    for (const segment of this.#segments) {
      if (rows.length >= count) break;
      if (segment.waiting === 0 || (segment.last ?? 0) <= after) continue;
      const entries: Entry[] = [];
      for (let at = indexFrom(segment.entries, after + 1); at < segment.entries.length; at += 1) {
        if (rows.length + entries.length >= count) break;
        const entry = segment.entries[at];
        if (entry !== undefined && this.#waits(entry.number)) entries.push(entry);
      }
      rows.push(...segment.rows(entries));
    }
    return rows;
  }

  /** The oldest row that is not ashore, without its values. */
  oldestEntry(): Entry | null {
    const segment = this.#segments.find(({ waiting }) => waiting > 0);
    return segment?.entries.find(({ number }) => this.#waits(number)) ?? null;
  }

  /** The newest row, ashore or not. */
  last(): Row | null {
    const segment = this.#segments.findLast(({ entries }) => entries.length > 0);
    const entry = segment?.entries.at(-1);
    return entry === undefined ? null : (segment?.rows([entry])[0] ?? null);
  }

  /** Rows with a greater number, ashore or not. */
  after(number: number, count: number): Row[] {
    const rows: Row[] = [];
    for (const segment of this.#segments) {
      if (rows.length >= count) break;
      const start = indexFrom(segment.entries, number + 1);
      rows.push(...segment.rows(segment.entries.slice(start, start + count - rows.length)));
    }
    return rows;
  }

  /** Rows that satisfy a condition, ashore or not, in pages. */
  *select(wanted: (entry: Entry) => boolean): Generator<Row[]> {
    for (const segment of [...this.#segments]) {
      const entries = segment.entries.filter(wanted);
      for (let at = 0; at < entries.length; at += PAGE) yield segment.rows(entries.slice(at, at + PAGE));
    }
  }

  /** Closes the files. */
  close(): void {
    for (const segment of this.#segments) segment.close();
  }

  #waits(number: number): boolean {
    return !this.ashore.has(number);
  }

  #count(segment: Segment): void {
    segment.waiting = segment.entries.filter(({ number }) => this.#waits(number)).length;
  }
}
