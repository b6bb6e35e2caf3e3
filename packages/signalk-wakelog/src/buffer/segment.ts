/** A file of rows that is only ever appended to, and an index of its rows in memory. */
import { closeSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { readFile, truncate } from "node:fs/promises";
import { decodeLine, eachLine, encodeLine, textOfLine } from "../disk/lines.ts";
import { type Note, noteOf } from "./notes.ts";
import { headOf, type Row, type RowHead, rowOf } from "./row.ts";

/** A row's place in its segment. */
export interface Entry extends RowHead {
  readonly offset: number;
  readonly length: number;
}

/** A segment. */
export class Segment {
  readonly path: string;
  /** In ascending order of numbers. */
  readonly entries: Entry[] = [];
  /** Bytes in the file. */
  size = 0;
  /** Damaged lines, the torn tail included. */
  damaged = 0;
  /** How often it was thinned. */
  thinned = 0;
  /** Rows that are not acknowledged. */
  waiting = 0;
  #file: number | null = null;
  #unsynced = false;
  /** A failed write left its beginning behind the last line. */
  #torn = false;

  constructor(path: string) {
    this.path = path;
  }

  /** Reads a segment, cuts its torn tail, and hands over its notes. */
  static async read(path: string, use: (note: Note) => void): Promise<Segment> {
    const segment = new Segment(path);
    const bytes = await readFile(path);
    segment.size = eachLine(bytes, (line, offset) => {
      const text = textOfLine(line);
      const head = text === undefined ? null : headOf(text);
      const note = text === undefined || head !== null ? null : noteOf(decodeLine(line));
      if (head !== null) segment.entries.push({ ...head, offset, length: line.length + 1 });
      else if (note === null) segment.damaged += 1;
      else {
        segment.thinned = Math.max(segment.thinned, note.thinned ?? 0);
        use(note);
      }
    });
    if (segment.size < bytes.length) {
      segment.damaged += 1;
      await truncate(path, segment.size);
    }
    return segment;
  }

  /** The first row's number; null without rows. */
  get first(): number | null {
    return this.entries[0]?.number ?? null;
  }

  /** The last row's number; null without rows. */
  get last(): number | null {
    return this.entries.at(-1)?.number ?? null;
  }

  /** Appends lines as one write. @throws the file system's error; the file is then as it was before */
  append(
    notes: readonly Note[],
    row: { readonly json: readonly unknown[]; readonly head: RowHead } | null,
  ): void {
    const before = notes.map((note) => encodeLine(note));
    const offset = this.size + before.reduce((sum, line) => sum + line.length, 0);
    const line = row === null ? null : encodeLine(row.json);
    const bytes = Buffer.concat(line === null ? before : [...before, line]);
    this.#file ??= openSync(this.path, "a+");
    if (this.#torn) ftruncateSync(this.#file, this.size);
    this.#torn = true;
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(this.#file, bytes, written);
      this.#torn = false;
    } finally {
      if (this.#torn) this.#cut(this.#file);
    }
    this.size += bytes.length;
    this.#unsynced = true;
    if (row === null || line === null) return;
    const { number, time, run, mono, flags } = row.head;
    this.entries.push({ number, time, run, mono, flags, offset, length: line.length });
    this.waiting += 1;
  }

  #cut(file: number): void {
    try {
      ftruncateSync(file, this.size);
      this.#torn = false;
    } catch {
      // The next append cuts it.
    }
  }

  /** Writes what the operating system holds to the disk. */
  sync(): void {
    if (!this.#unsynced || this.#file === null) return;
    fsyncSync(this.#file);
    this.#unsynced = false;
  }

  /** Reads rows; a row that was damaged since is left out. */
  rows(entries: readonly Entry[]): Row[] {
    this.#file ??= openSync(this.path, "a+");
    const rows: Row[] = [];
    for (const { offset, length } of entries) {
      const line = Buffer.allocUnsafe(length);
      if (readSync(this.#file, line, 0, length, offset) < length) continue;
      const row = rowOf(decodeLine(line.subarray(0, -1)));
      if (row !== null) rows.push(row);
    }
    return rows;
  }

  /** The same segment, its closed file at another path. */
  movedTo(path: string, thinned: number): Segment {
    const moved = new Segment(path);
    moved.entries.push(...this.entries);
    moved.size = this.size;
    moved.thinned = thinned;
    return moved;
  }

  /** Syncs and closes the file; it opens again when it is needed. */
  close(): void {
    if (this.#file === null) return;
    const file = this.#file;
    this.#file = null;
    try {
      if (this.#unsynced) fsyncSync(file);
      this.#unsynced = false;
    } finally {
      closeSync(file);
    }
  }
}

/** The index of the first entry whose number is at least this. */
export function indexFrom(entries: readonly Entry[], number: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.number ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
