/** CSV bodies (RFC 4180): a header line, then one row per line. */
import type { Interruptible } from "@wakelog/kit/time/slices.ts";
import { rowTooLong, tooManyKeys, tooManyRows, tooManyValues } from "../../errors/limit-errors.ts";
import { badRequestBody } from "../../errors/request-errors.ts";
import { MOST } from "./json-structure.ts";

/** The column names, and the rows. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Options for CSV. */
export interface CsvOptions {
  /** Whether lines may have different numbers of fields. */
  readonly ragged: boolean;
  readonly maxRows: number;
  readonly maxColumns: number;
}

/** Fields per time slice. */
const SLICE = 4_096;
/** Characters of invalid text to show. */
const SHOWN = 200;

/**
 * Parses CSV. Ignores fields without a name in the header, and names for which no row has a field.
 * @throws ApiError PGRST102 if it is not CSV, the header is unterminated, or the lines have different lengths; 400 or
 * 413 for too many columns or rows
 */
export function* readCsv(text: string, options: CsvOptions): Interruptible<Table> {
  const [names = [], ...lines] = yield* readLines(text, options);
  const rows = lines.map((line) => (line.length > names.length ? line.slice(0, names.length) : line));
  if (options.ragged) return { columns: names, rows };
  const width = rows[0]?.length ?? 0;
  if (rows.some((row) => row.length !== width)) {
    throw badRequestBody("All lines must have same number of fields");
  }
  return { columns: names.slice(0, width), rows };
}

function* readLines(text: string, { maxRows, maxColumns }: CsvOptions): Interruptible<readonly string[][]> {
  const lines: string[][] = [];
  let line: string[] = [];
  let pos = text.startsWith("\ufeff") ? 1 : 0;
  let isHeaderEnded = false;
  for (let fields = 1; pos < text.length; fields++) {
    if (fields % SLICE === 0) yield;
    const field = fieldAt(text, pos);
    if (field.end - pos > MOST.rowBytes) throw rowTooLong(MOST.rowBytes);
    line.push(field.value);
    if (line.length > maxColumns) throw tooManyKeys(maxColumns);
    pos = field.end;
    if (text[pos] === ",") {
      pos += 1;
      if (pos < text.length) continue;
      line.push("");
    }
    const isBlank = line.length === 1 && line[0] === "";
    if (!isBlank || lines.length === 0) lines.push(line);
    if (lines.length > maxRows + 1) throw tooManyRows(lines.length - 1, maxRows);
    line = [];
    if (pos >= text.length) break;
    const length = endOfLineAt(text, pos);
    if (length === 0) {
      const found = JSON.stringify(text.slice(pos, pos + SHOWN));
      throw badRequestBody(`parse error (Failed reading: satisfy) at ${found}`);
    }
    pos += length;
    isHeaderEnded = true;
  }
  if (!isHeaderEnded) throw badRequestBody('parse error (not enough input) at ""');
  return lines;
}

/** A field: quoted, or up to a delimiter. An unterminated quoted field is no field. */
function fieldAt(text: string, start: number): { readonly value: string; readonly end: number } {
  const closing = text[start] === '"' ? closingQuote(text, start + 1) : -1;
  if (closing >= 0) return { value: text.slice(start + 1, closing).replaceAll('""', '"'), end: closing + 1 };
  let end = start;
  const most = Math.min(text.length, start + MOST.rowBytes + 1);
  while (end < most && !isEnd(text.charCodeAt(end))) end += 1;
  return { value: text.slice(start, end), end };
}

/**
 * The closing quote, skipping doubled ones; -1 if there is none.
 * @throws ApiError 413 after too many
 */
function closingQuote(text: string, start: number): number {
  let at = text.indexOf('"', start);
  for (let pairs = 1; at >= 0 && text[at + 1] === '"'; pairs++) {
    if (pairs > MOST.values) throw tooManyValues(MOST.values);
    at = text.indexOf('"', at + 2);
  }
  return at;
}

function isEnd(code: number): boolean {
  return code === 0x22 || code === 0x2c || code === 0x0a || code === 0x0d;
}

/** The length of a line end; 0 if there is none here. */
function endOfLineAt(text: string, pos: number): number {
  if (text[pos] === "\n") return 1;
  if (text[pos] !== "\r") return 0;
  return text[pos + 1] === "\n" ? 2 : 1;
}

/** The rows as objects: values are text, the literal `NULL` is null, missing fields have no key. */
export function* objectsOf({
  columns,
  rows,
}: Table): Interruptible<readonly Readonly<Record<string, string | null>>[]> {
  const objects: Readonly<Record<string, string | null>>[] = [];
  for (const row of rows) {
    objects.push(Object.fromEntries(row.map((value, i) => [columns[i], value === "NULL" ? null : value])));
    yield;
  }
  return objects;
}

/** The rows as JSON text: values are strings, the literal `NULL` is null, the last of equally named fields counts. */
export function* jsonOf({ columns, rows }: Table): Interruptible<string> {
  const keys = columns.map((column) => `${JSON.stringify(column)}:`);
  const places = [...new Map(columns.map((column, at) => [column, at])).values()];
  const member = (row: readonly string[], at: number): string =>
    keys[at] + (row[at] === "NULL" ? "null" : JSON.stringify(row[at] ?? ""));
  const objects: string[] = [];
  for (const row of rows) {
    objects.push(`{${places.map((at) => member(row, at)).join(",")}}`);
    yield;
  }
  return `[${objects.join(",")}]`;
}
