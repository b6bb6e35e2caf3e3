/** Reads one table of an SQLite file in plain JavaScript: Node 20 has no module for it. The file is only read. */
import { existsSync, readFileSync } from "node:fs";

const INTERIOR = 5;
const LEAF = 13;
const WAL_HEADER = 32;
const FRAME_HEADER = 24;

/** A column's value. */
export type Cell = number | string | null;

/** The rows of a table by column name, in the order of their row ids. @throws if the file is no database with it */
export function readTable(path: string, table: string): Record<string, Cell>[] {
  const database = new Pages(path);
  for (const schema of database.rows(1)) {
    const [type, name, , root, sql] = schema.cells;
    if (type !== "table" || name !== table || typeof root !== "number" || typeof sql !== "string") continue;
    const columns = columnsOf(sql);
    return [...database.rows(root)].map(({ cells, id }) =>
      Object.fromEntries(
        columns.map(({ column, isRowId }, at) => [column, isRowId ? (cells[at] ?? id) : (cells[at] ?? null)]),
      ),
    );
  }
  throw new Error(`There is no table ${table}.`);
}

/** The columns of a CREATE TABLE. */
function columnsOf(sql: string): { readonly column: string; readonly isRowId: boolean }[] {
  const body = sql.slice(sql.indexOf("(") + 1, sql.lastIndexOf(")"));
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const letter of body) {
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    if (letter === "," && depth === 0) {
      parts.push(part);
      part = "";
    } else part += letter;
  }
  return [...parts, part]
    .map((one) => one.trim())
    .filter((one) => !/^(PRIMARY|UNIQUE|CHECK|FOREIGN|CONSTRAINT)\b/i.test(one))
    .map((one) => ({
      column: (/^["'`[]?([\w$]+)/.exec(one)?.[1] ?? "").toLowerCase(),
      isRowId: /\bINTEGER\s+PRIMARY\s+KEY\b/i.test(one),
    }));
}

interface TableRow {
  readonly id: number;
  readonly cells: readonly Cell[];
}

/** The pages of a database, with what its write-ahead log has committed. */
class Pages {
  readonly #bytes: Buffer;
  readonly #size: number;
  readonly #usable: number;
  readonly #newer: Map<number, Buffer>;

  constructor(path: string) {
    this.#bytes = readFileSync(path);
    if (this.#bytes.toString("latin1", 0, 15) !== "SQLite format 3")
      throw new Error("The file is no database.");
    const size = this.#bytes.readUInt16BE(16);
    this.#size = size === 1 ? 65_536 : size;
    this.#usable = this.#size - (this.#bytes[20] ?? 0);
    this.#newer = existsSync(`${path}-wal`) ? committed(readFileSync(`${path}-wal`), this.#size) : new Map();
  }

  /** The rows of the tree below a page. */
  *rows(number: number): Generator<TableRow> {
    const page = this.#page(number);
    const start = number === 1 ? 100 : 0;
    const type = page[start];
    const count = page.readUInt16BE(start + 3);
    const cells = start + (type === INTERIOR ? 12 : 8);
    for (let at = 0; at < count; at += 1) {
      const offset = page.readUInt16BE(cells + at * 2);
      if (type === INTERIOR) yield* this.rows(page.readUInt32BE(offset));
      else if (type === LEAF) yield this.#row(page, offset);
      else throw new Error("The file is damaged.");
    }
    if (type === INTERIOR) yield* this.rows(page.readUInt32BE(start + 8));
  }

  #page(number: number): Buffer {
    const newer = this.#newer.get(number);
    return newer ?? this.#bytes.subarray((number - 1) * this.#size, number * this.#size);
  }

  #row(page: Buffer, offset: number): TableRow {
    const [length, afterLength] = varint(page, offset);
    const [id, start] = varint(page, afterLength);
    const most = this.#usable - 35;
    if (length <= most) return { id, cells: cellsOf(page.subarray(start, start + length)) };
    const least = Math.floor(((this.#usable - 12) * 32) / 255) - 23;
    const fitting = least + ((length - least) % (this.#usable - 4));
    const local = fitting <= most ? fitting : least;
    const parts = [page.subarray(start, start + local)];
    let left = length - local;
    for (let next = page.readUInt32BE(start + local); next !== 0 && left > 0; ) {
      const overflow = this.#page(next);
      parts.push(overflow.subarray(4, 4 + Math.min(left, this.#usable - 4)));
      left -= this.#usable - 4;
      next = overflow.readUInt32BE(0);
    }
    return { id, cells: cellsOf(Buffer.concat(parts)) };
  }
}

/** The newest committed pages of a write-ahead log. */
function committed(wal: Buffer, size: number): Map<number, Buffer> {
  const pages = new Map<number, Buffer>();
  if (wal.length < WAL_HEADER) return pages;
  const salts = wal.subarray(16, 24);
  let pending: [number, Buffer][] = [];
  for (let at = WAL_HEADER; at + FRAME_HEADER + size <= wal.length; at += FRAME_HEADER + size) {
    if (!wal.subarray(at + 8, at + 16).equals(salts)) break;
    pending.push([wal.readUInt32BE(at), wal.subarray(at + FRAME_HEADER, at + FRAME_HEADER + size)]);
    // The frame that ends a transaction tells the database's size.
    if (wal.readUInt32BE(at + 4) === 0) continue;
    for (const [number, page] of pending) pages.set(number, page);
    pending = [];
  }
  return pages;
}

function varint(bytes: Buffer, offset: number): [value: number, next: number] {
  let value = 0;
  for (let at = 0; at < 8; at += 1) {
    const byte = bytes[offset + at] ?? 0;
    value = value * 128 + (byte & 127);
    if (byte < 128) return [value, offset + at + 1];
  }
  return [value * 256 + (bytes[offset + 8] ?? 0), offset + 9];
}

function cellsOf(payload: Buffer): Cell[] {
  const [headerEnd, first] = varint(payload, 0);
  const cells: Cell[] = [];
  let body = headerEnd;
  for (let at = first; at < headerEnd; ) {
    const [type, next] = varint(payload, at);
    at = next;
    const length = lengthOf(type);
    cells.push(cellOf(type, payload.subarray(body, body + length)));
    body += length;
  }
  return cells;
}

function lengthOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0][type] ?? 0;
}

function cellOf(type: number, bytes: Buffer): Cell {
  if (type === 0) return null;
  if (type === 8 || type === 9) return type - 8;
  if (type === 7) return bytes.readDoubleBE(0);
  if (type === 6) return Number(bytes.readBigInt64BE(0));
  if (type < 7) return bytes.readIntBE(0, bytes.length);
  // Texts are odd, blobs even; both are texts to the plugin that wrote them.
  return bytes.toString("utf8");
}
