/**
 * The result of one statement. The first row stays bytes until it is read, because a response body is passed on
 * unchanged.
 */
import type { Result, TextRow } from "../database.ts";
import type { Column } from "../prepared.ts";
import { kept, ProtocolError } from "./message-reader.ts";

/** A result with its column types and command tag, e.g. `INSERT 0 5`. */
export interface TypedResult extends Result {
  readonly types: readonly Column[];
  readonly tag: string;
}

/** The length that marks null. */
const NULL = -1;

export class Answer implements TypedResult {
  types: readonly Column[] = [];
  tag = "";
  /** The first DataRow: it may contain the whole response body. */
  #first: Buffer | null = null;
  /** The other rows, parsed as they arrive: parsing all at once would block the event loop. */
  readonly #others: TextRow[] = [];
  #rows: readonly TextRow[] | null = null;

  get columns(): readonly string[] {
    return this.types.map(({ name }) => name);
  }

  get rows(): readonly TextRow[] {
    this.#rows ??= this.#first === null ? [] : [textRow(this.#first, 0), ...this.#others];
    return this.#rows;
  }

  get #count(): number {
    return this.#first === null ? 0 : 1 + this.#others.length;
  }

  /** "INSERT 0 5", "SELECT 5", "CREATE TABLE": the count is the last word, if any. */
  get affected(): number {
    return Number(this.tag.slice(this.tag.lastIndexOf(" ") + 1)) || 0;
  }

  bytes(column: number): Buffer | null {
    const content = this.#first;
    if (content === null || column >= content.readUInt16BE(0)) return null;
    let at = 2;
    for (let i = 0; i < column; i++) at += 4 + Math.max(0, content.readInt32BE(at));
    const length = content.readInt32BE(at);
    return length === NULL ? null : content.subarray(at + 4, at + 4 + length);
  }

  /**
   * Takes a DataRow.
   * @throws ProtocolError if its columns differ from their description, or its lengths do not add up
   */
  takeRow(bytes: Buffer, start: number, end: number): void {
    if (end - start < 2 || bytes.readUInt16BE(start) !== this.types.length)
      throw new ProtocolError("a row with other columns than described");
    let at = start + 2;
    for (let left = this.types.length; left > 0; left--) {
      if (at + 4 > end) throw new ProtocolError("a truncated row");
      const length = bytes.readInt32BE(at);
      if (length < NULL) throw new ProtocolError("a value of invalid length");
      at += 4 + Math.max(0, length);
    }
    if (at !== end) throw new ProtocolError("a row whose length does not match its values");
    if (this.#first === null) this.#first = kept(bytes, start, end);
    else this.#others.push(textRow(bytes, start));
  }

  /**
   * Takes the tag of CommandComplete.
   * @throws ProtocolError if rows are missing
   */
  takeTag(tag: string): void {
    this.tag = tag;
    // CREATE TABLE AS has this tag too, and no columns.
    const isSelect = tag.startsWith("SELECT ") && this.types.length > 0;
    if (isSelect && this.affected !== this.#count) throw new ProtocolError(`rows are missing from ${tag}`);
  }
}

function textRow(bytes: Buffer, start: number): TextRow {
  const row: (string | null)[] = [];
  let at = start + 2;
  for (let left = bytes.readUInt16BE(start); left > 0; left--) {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length === NULL) {
      row.push(null);
    } else {
      row.push(bytes.toString("utf8", at, at + length));
      at += length;
    }
  }
  return row;
}

/**
 * The columns of a RowDescription.
 * @throws ProtocolError if it is truncated
 */
export function columnsOf(bytes: Buffer, start: number, end: number): readonly Column[] {
  const columns: Column[] = [];
  let at = start + 2;
  for (let left = bytes.readUInt16BE(start); left > 0; left--) {
    const stop = bytes.indexOf(0, at);
    // After the name: table (4), column (2), type (4), size (2), modifier (4), format (2).
    if (stop < 0 || stop + 19 > end) throw new ProtocolError("truncated columns");
    columns.push({ name: bytes.toString("utf8", at, stop), oid: bytes.readUInt32BE(stop + 7) });
    at = stop + 19;
  }
  return columns;
}
