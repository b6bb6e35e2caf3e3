/** CSV bodies (RFC 4180): a header line, then one row per line. */
import { badRequestBody } from "../errors/request-errors.ts";

const FIELD = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
const END_OF_LINE = /\r\n|\n|\r/y;

/** The column names, and the rows. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Parses CSV. Fields without a name in the header are ignored, and so are names for which no row has a field.
 * @param options.ragged whether lines may have different numbers of fields
 * @throws ApiError PGRST102 if it is not CSV, the header does not end, or the lines have different lengths
 */
export function parseCsv(text: string, options: { readonly ragged?: boolean } = {}): Table {
  const [names = [], ...lines] = readLines(text);
  const rows = lines.map((line) => line.slice(0, names.length));
  if (options.ragged === true) return { columns: names, rows };
  const width = rows[0]?.length ?? 0;
  if (rows.some((row) => row.length !== width)) {
    throw badRequestBody("All lines must have same number of fields");
  }
  return { columns: names.slice(0, width), rows };
}

function readLines(text: string): readonly (readonly string[])[] {
  const lines: string[][] = [];
  let line: string[] = [];
  let pos = text.startsWith("\ufeff") ? 1 : 0;
  let isHeaderEnded = false;
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
    const isBlank = line.length === 1 && line[0] === "";
    if (!isBlank || lines.length === 0) lines.push(line);
    line = [];
    if (pos >= text.length) break;
    END_OF_LINE.lastIndex = pos;
    const end = END_OF_LINE.exec(text)?.[0];
    if (end === undefined) {
      throw badRequestBody(`parse error (Failed reading: satisfy) at ${JSON.stringify(text.slice(pos))}`);
    }
    pos += end.length;
    isHeaderEnded = true;
  }
  if (!isHeaderEnded) throw badRequestBody('parse error (not enough input) at ""');
  return lines;
}

/** The rows as objects: every value is text, and the literal `NULL` is null. A missing field has no key. */
export function objectsOf({ columns, rows }: Table): readonly Readonly<Record<string, string | null>>[] {
  return rows.map((row) =>
    Object.fromEntries(row.map((value, i) => [columns[i], value === "NULL" ? null : value])),
  );
}

/**
 * The rows as JSON text: every value is a string, and the literal `NULL` is null. Of several fields with one name the
 * last counts.
 */
export function jsonOf({ columns, rows }: Table): string {
  const keys = columns.map((column) => `${JSON.stringify(column)}:`);
  const places = [...new Map(columns.map((column, at) => [column, at])).values()];
  const member = (row: readonly string[], at: number): string =>
    keys[at] + (row[at] === "NULL" ? "null" : JSON.stringify(row[at] ?? ""));
  const objects = rows.map((row) => `{${places.map((at) => member(row, at)).join(",")}}`);
  return `[${objects.join(",")}]`;
}
