/** The boat's rows on disk, until they are ashore and for some time after. */
import { basename, join } from "node:path";
import { writeLineFile } from "../disk/line-file.ts";
import { Ashore, streamName } from "./ashore.ts";
import { Dating } from "./dating.ts";
import type { Note, Run } from "./notes.ts";
import { Numbers } from "./numbers.ts";
import { PathTable } from "./path-table.ts";
import { type Draft, type Row, rowToJson } from "./row.ts";
import { Rows } from "./rows.ts";
import type { Segment } from "./segment.ts";
import { Shelf } from "./shelf.ts";
import { readState, type Shore, type State } from "./state-file.ts";
import { Waiting } from "./waiting.ts";

const SEGMENT_BYTES = 1_000_000;
const LEAST_SEGMENT_BYTES = 10_000;
/** Skipped where damage may have cost the names of path numbers. */
const SKIPPED_PATHS = 1000;

/** The buffer in one folder. */
export class RowBuffer {
  readonly paths = new PathTable();
  readonly dating = new Dating();
  /** Rows that the disk has no room for. */
  readonly queue = new Waiting();
  readonly shelf: Shelf;
  /** The rows, to be read. */
  readonly rows: Rows;
  readonly #stateFile: string;
  readonly #numbers: Numbers;
  #run: Run;
  #shores: Record<string, Shore>;
  #lost: number;
  #thinned: number;
  /** Notes that no segment has yet. */
  #notes: Note[] = [];
  #stream: string;
  #segmentBytes = SEGMENT_BYTES;

  private constructor(stateFile: string, state: State, shelf: Shelf, notes: readonly Note[], run: Run) {
    this.#stateFile = stateFile;
    this.shelf = shelf;
    this.rows = new Rows(shelf, this.queue, this.dating);
    this.#run = run;
    this.#shores = { ...state.shores };
    this.#thinned = state.thinned;
    const damaged = shelf.segments.map((one) => Math.max(0, one.damaged - (state.counted[nameOf(one)] ?? 0)));
    this.#lost = damaged.reduce((sum, one) => sum + one, state.lost);
    this.paths.load(state.paths);
    for (const note of notes) this.#take(note);
    if (state.stream === null && this.#lost > 0) this.paths.skip(SKIPPED_PATHS);
    this.#stream = state.stream ?? lastNames(notes)?.stream ?? streamName();
    const used = [
      ...notes.map(({ reserved }) => reserved ?? 0),
      ...shelf.segments.map(({ last }) => last ?? 0),
    ];
    const last = used.reduce((most, one) => Math.max(most, one), state.reserved);
    this.#numbers = new Numbers(last, (upTo) => this.#reserve(upTo));
    this.begin(run);
  }

  /** Opens the buffer. Damaged lines and torn tails are left out and counted. */
  static async open(folder: string, run: Run): Promise<RowBuffer> {
    const stateFile = join(folder, "state.json");
    const state = readState(stateFile);
    const notes: Note[] = [];
    const place = join(folder, "buffer");
    const segments = await Shelf.read(place, (note) => notes.push(note));
    const taken = state.stream === null ? lastNames(notes)?.ashore : state.ashore;
    return new RowBuffer(stateFile, state, new Shelf(place, segments, new Ashore(taken ?? {})), notes, run);
  }

  /** The stream in which the rows count. */
  get stream(): string {
    return this.#stream;
  }

  /** The mark of the present run. */
  get run(): string {
    return this.#run.run;
  }

  /** Rows that damage cost. */
  get lost(): number {
    return this.#lost;
  }

  /** Rows that were thinned out. */
  get thinned(): number {
    return this.#thinned + this.queue.thinned;
  }

  /** How many rows are not ashore. */
  get waiting(): number {
    return this.shelf.waiting + this.queue.size;
  }

  /** Begins a run: rows from now on count with another monotonic clock, or another idea of the time. */
  begin(run: Run): void {
    this.#run = run;
    this.dating.began(run);
    this.#notes.push({ ...this.#names(), began: run });
  }

  /** Keeps a row. @param draft its values and maxima by path; @param urgent written through to the disk at once */
  append(draft: Draft, urgent: boolean): void {
    const { values, facts } = draft;
    const added = this.paths.add([...Object.keys(values), ...Object.keys(facts?.max ?? {})]);
    if (Object.keys(added).length > 0) this.#notes.push({ paths: added });
    this.queue.push({ ...draft, ...this.numbered(draft) });
    if (this.flush() && urgent) this.sync();
  }

  /** Values and maxima by path number, for a row whose paths have numbers. */
  numbered({ values, facts }: Draft): Pick<Draft, "values" | "facts"> {
    const byNumber = <V>(record: Readonly<Record<string, V>>): Record<string, V> =>
      Object.fromEntries(Object.entries(record).map(([path, value]) => [this.paths.numberOf(path), value]));
    const max = facts?.max;
    return { values: byNumber(values), facts: max === undefined ? facts : { ...facts, max: byNumber(max) } };
  }

  /** A number for a row that is sent once and never kept. @throws if none can be reserved */
  takeNumber(): number {
    return this.#numbers.take();
  }

  /** Writes rows that wait for room. @returns whether all are written */
  flush(): boolean {
    this.queue.failure = null;
    this.#attempt(() => this.queue.number(() => this.#numbers.take()));
    this.#attempt(() => {
      for (let row = this.queue.first(); row !== null; row = this.queue.first()) {
        this.#write(row);
        this.queue.shift();
      }
      this.#write(null);
    });
    return this.queue.failure === null;
  }

  /** Dates the rows of a run again, but for what is acknowledged. @param known by another clock than the system's */
  correct(run: string, offset: number, { known, doubt = false }: { known: boolean; doubt?: boolean }): void {
    const at = this.dating.count(run) + 1;
    const clock = { run, at, offset, known, doubt, but: this.shelf.ashore.numbers() };
    this.dating.correct(clock);
    this.#notes.push({ clock });
    this.flushNotes();
  }

  /** Writes what is noted. Without room, the next row brings it. */
  flushNotes(): void {
    this.#attempt(() => this.#write(null));
  }

  /** Marks rows as ashore. @param stream in which they were taken */
  acknowledge(numbers: Iterable<number>, stream = this.#stream): void {
    for (const number of numbers) if (!this.shelf.acknowledge(number, stream)) this.queue.drop(number);
  }

  /** What is known of a boat ashore; null if nothing is. */
  shore(key: string): Shore | null {
    return this.#shores[key] ?? null;
  }

  /** Whether a boat ashore has the stream. */
  get isStreamTaken(): boolean {
    return Object.keys(this.#shores).length > 0;
  }

  /** A boat ashore of which nothing is known. @param goesOn in the present stream; otherwise in one that no boat has */
  newShore(goesOn: boolean): Shore {
    return { stream: goesOn ? this.#stream : streamName(), stored: 0, paths: [] };
  }

  /** Keeps what is known of a boat ashore, and counts in its stream from now on. */
  keepShore(key: string, shore: Shore): void {
    this.#shores[key] = shore;
    if (shore.stream === this.#stream) return;
    this.#stream = shore.stream;
    this.#notes.push(this.#names());
    this.saveState(true);
  }

  /** Writes the state file. Failing costs sending again. */
  saveState(sync: boolean): void {
    this.#attempt(() => this.#writeState(this.#numbers.reserved, sync));
  }

  /** Writes what the operating system holds to the disk. */
  sync(): void {
    this.shelf.segments.at(-1)?.sync();
  }

  /** Segments are at most this long. */
  limitSegments(bytes: number): void {
    this.#segmentBytes = Math.min(SEGMENT_BYTES, Math.max(LEAST_SEGMENT_BYTES, bytes));
  }

  /** Counts rows that were thinned out. */
  countThinned(rows: number): void {
    this.#thinned += rows;
  }

  /** What a segment begins with: everything that is needed to read its rows. */
  header(): readonly Note[] {
    const runs = this.shelf.segments.flatMap(({ entries }) => entries.map(({ run }) => run));
    return [this.#names(), ...this.dating.notesFor(new Set([...runs, this.run]))];
  }

  /** What a header says, for behind a segment's first row and a run's end, in case the header is damaged. */
  #again(): Note[] {
    return [this.#names(), ...this.dating.notesFor(new Set([this.run]))];
  }

  /** What rows are read and sent by. */
  #names(): Note {
    return {
      stream: this.#stream,
      reserved: this.#numbers.reserved,
      paths: this.paths.toJSON(),
      ashore: this.shelf.ashore.byStream(this.#stream),
    };
  }

  /** Writes everything and closes the files. */
  close(): void {
    this.flush();
    this.#notes.push(...this.#again());
    this.flushNotes();
    this.saveState(true);
    this.shelf.close();
  }

  #attempt(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.queue.failure = error instanceof Error ? error.message : String(error);
    }
  }

  #take(note: Note): void {
    if (note.paths !== undefined) this.paths.load(note.paths);
    if (note.began !== undefined) this.dating.began(note.began);
    if (note.clock !== undefined) this.dating.correct(note.clock);
  }

  #write(row: Row | null): void {
    if (row === null && this.#notes.length === 0) return;
    const segment = this.#current(row?.number ?? this.#numbers.reserved);
    segment.append(this.#notes, row === null ? null : { json: rowToJson(row), head: row });
    this.#notes = row !== null && segment.entries.length === 1 ? this.#again() : [];
  }

  /** The segment that is written; another when it is full. */
  #current(number: number): Segment {
    const last = this.shelf.segments.at(-1);
    if (last !== undefined && last.size < this.#segmentBytes) return last;
    last?.close();
    const segment = this.shelf.begin(number, this.header());
    this.#notes = [];
    return segment;
  }

  #reserve(upTo: number): void {
    this.#writeState(upTo, true);
    const segment = this.shelf.segments.at(-1);
    segment?.append([{ reserved: upTo }], null);
    segment?.sync();
  }

  #writeState(reserved: number, sync: boolean): void {
    const damaged = this.shelf.segments.filter((segment) => segment.damaged > 0);
    const state: State = {
      stream: this.#stream,
      reserved,
      ashore: this.shelf.ashore.byStream(),
      paths: this.paths.toJSON(),
      shores: this.#shores,
      lost: this.#lost,
      counted: Object.fromEntries(damaged.map((segment) => [nameOf(segment), segment.damaged])),
      thinned: this.thinned,
    };
    writeLineFile(this.#stateFile, state, { sync });
  }
}

function lastNames(notes: readonly Note[]): Note | undefined {
  return notes.findLast(({ stream }) => stream !== undefined);
}

function nameOf(segment: Segment): string {
  return basename(segment.path);
}
