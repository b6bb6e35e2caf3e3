/** CSV bodies (RFC 4180): a header line, then one row a line. */
import { badRequestBody } from "../errors.ts";

const FIELD = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
const END_OF_LINE = /\r\n|\n|\r/y;

/** A header's names and the rows below it. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** @throws ApiError PGRST102 for what is no CSV, or lines of different lengths */
export function parseCsv(text: string): Table {
  const lines = readLines(text);
  const [columns, ...rows] = lines;
  if (columns === undefined) throw badRequestBody("Error in $: not enough input");
  if (rows.some((row) => row.length !== columns.length)) {
    throw badRequestBody("All lines must have same number of fields");
  }
  return { columns, rows };
}

function readLines(text: string): readonly (readonly string[])[] {
  const lines: string[][] = [];
  let line: string[] = [];
  let pos = text.startsWith("\ufeff") ? 1 : 0;
  while (pos < text.length) {
    FIELD.lastIndex = pos;
    const [found = "", quoted, bare = ""] = FIELD.exec(text) ?? [];
    line.push(quoted?.replaceAll('""', '"') ?? bare);
    pos += found.length;
    if (text[pos] === ",") {
      pos += 1;
      if (pos < text.length) continue;
      line.push("");
    }
    if (line.length > 1 || line[0] !== "" || quoted !== undefined) lines.push(line);
    line = [];
    if (pos >= text.length) break;
    END_OF_LINE.lastIndex = pos;
    const end = END_OF_LINE.exec(text)?.[0];
    if (end === undefined) throw badRequestBody(`Line ${lines.length} of the CSV has a stray quote`);
    pos += end.length;
  }
  return lines;
}

/** The rows as JSON text: every value a string, the literal `NULL` null. */
export function jsonOf({ columns, rows }: Table): string {
  const keys = columns.map((column) => `${JSON.stringify(column)}:`);
  const objects = rows.map(
    (row) =>
      `{${row.map((value, i) => keys[i] + (value === "NULL" ? "null" : JSON.stringify(value))).join(",")}}`,
  );
  return `[${objects.join(",")}]`;
}
