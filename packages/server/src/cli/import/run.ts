/** Sends a file's rows to a vessel's logbook, continuing where an earlier run stopped. */
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { readerFor } from "../../boat/imports/format.ts";
import { type ImportedRow, Remarks, TruncatedFile } from "../../boat/imports/row.ts";
import { withoutTrack } from "../../boat/voyages/ingest/import-file.ts";
import { openFile } from "./file.ts";
import type { Progress } from "./progress.ts";
import { BATCH_ROWS, coveredPlaces, type Destination, endImport, NOTHING, sendRows } from "./send.ts";
import { type ImportState, stateFile } from "./state.ts";

/** Positions this close to another recording are covered by it. */
const BESIDE_MS = 5 * MINUTE;

export interface ImportOptions {
  readonly path: string;
  readonly to: Omit<Destination, "print">;
  /** The folder of import states. */
  readonly stateFolder: string;
  /** Whether to send everything again. */
  readonly again: boolean;
  readonly progress: Progress;
}

export interface Imported {
  readonly format: string;
  /** Totals of this run and earlier ones. */
  readonly total: ImportState;
  /** Rows that an earlier run had sent. */
  readonly before: number;
  readonly remarks: Remarks;
  /** Why the file ended early; null if it is complete. */
  readonly truncated: string | null;
}

/**
 * Imports a file.
 * @throws UnreadableFile if it does not contain a track; Error if the service refuses
 */
export async function importFile(options: ImportOptions): Promise<Imported> {
  const file = await openFile(options.path);
  const reader = readerFor(await file.head());
  const { apiUrl, vesselId } = options.to;
  const state = stateFile(options.stateFolder, [
    await file.hash(),
    vesselId,
    apiUrl,
    reader.name,
    String(reader.version),
  ]);
  const before = options.again ? null : await state.load();
  const remarks = new Remarks();
  const sender = new Sender(
    { ...options.to, print: options.progress.print },
    state.save,
    before ?? fresh(file.path),
  );
  const words = (): string => `${sender.total.rows} rows sent, ${sender.total.accepted} accepted`;
  const open = (): AsyncIterable<string> =>
    file.text((bytes) => options.progress.at(bytes / Math.max(1, file.bytes), words()));
  let truncated: string | null = null;
  try {
    for await (const rows of reader.read(open, remarks)) await sender.add(rows);
  } catch (error) {
    if (!(error instanceof TruncatedFile) || sender.seen === 0) throw error;
    truncated = error.message;
  }
  await sender.end(truncated === null);
  options.progress.end();
  return { format: reader.name, total: sender.total, before: before?.rows ?? 0, remarks, truncated };
}

function fresh(path: string): ImportState {
  return { file: path, rows: 0, accepted: 0, covered: 0, refused: {}, from: null, to: null, done: false };
}

/** Collects rows into batches, skips those sent before, and records each response. */
class Sender {
  readonly #to: Destination;
  readonly #save: (state: ImportState) => Promise<void>;
  #skip: number;
  #batch: ImportedRow[] = [];
  /** Rows of the file before the batch. */
  #before: readonly ImportedRow[] = [];
  total: ImportState;
  /** Number of rows that the reader returned. */
  seen = 0;

  constructor(to: Destination, save: (state: ImportState) => Promise<void>, total: ImportState) {
    this.#to = to;
    this.#save = save;
    this.#skip = total.rows;
    this.total = total;
  }

  async add(rows: readonly ImportedRow[]): Promise<void> {
    this.seen += rows.length;
    const skipped = Math.min(this.#skip, rows.length);
    this.#skip -= skipped;
    this.#before = [...this.#before, ...rows.slice(0, skipped)].slice(-BATCH_ROWS);
    for (let i = skipped; i < rows.length; i++) {
      const row = rows[i];
      if (row !== undefined) this.#batch.push(row);
      if (this.#batch.length === BATCH_ROWS) await this.#flush();
    }
  }

  async end(done: boolean): Promise<void> {
    if (this.#batch.length > 0) await this.#flush();
    if (this.total.to !== null) await endImport(this.#to, this.total.to);
    this.total = { ...this.total, done };
    await this.#save(this.total);
  }

  async #flush(): Promise<void> {
    const rows = this.#batch;
    this.#batch = [];
    const kept = await this.#outsideOthers(rows);
    const answered = kept.length === 0 ? NOTHING : await sendRows(this.#to, kept);
    this.#before = rows;
    const refused = { ...this.total.refused };
    for (const [reason, count] of answered.refused) refused[reason] = (refused[reason] ?? 0) + count;
    const times = rows.map((row) => row.time);
    this.total = {
      ...this.total,
      rows: this.total.rows + rows.length,
      accepted: this.total.accepted + answered.accepted,
      refused,
      from: Math.min(this.total.from ?? Number.POSITIVE_INFINITY, ...times),
      to: Math.max(this.total.to ?? Number.NEGATIVE_INFINITY, ...times),
    };
    await this.#save(this.total);
  }

  /** Rows without positions covered by another recording; earlier rows of this file do not count as another. */
  async #outsideOthers(rows: readonly ImportedRow[]): Promise<readonly ImportedRow[]> {
    const times = rows.map(({ time }) => time);
    const [from, to] = [Math.min(...times) - BESIDE_MS, Math.max(...times) + BESIDE_MS];
    const before = this.#before.filter(({ time }) => time >= from && time <= to);
    const places = await coveredPlaces(this.#to, [...before, ...rows]);
    const isCovered = rows.map((_, n) => places.has(before.length + n));
    this.total = { ...this.total, covered: this.total.covered + isCovered.filter(Boolean).length };
    return rows.flatMap((row, n): readonly ImportedRow[] =>
      isCovered[n] === true ? withoutTrack(row) : [row],
    );
  }
}
