/** Tables of readings: a line of names, then one row per line, separated by commas, semicolons or tabs. */
import { Readable } from "node:stream";
import { type Parser, parse } from "csv-parse";
import { coordinate, decimal } from "./csv-cells.ts";
import { type Column, columnOf } from "./csv-columns.ts";
import { readInstant } from "./instant.ts";
import {
  draftAt,
  finished,
  type ImportedRow,
  MOST_COLUMNS,
  type Reader,
  type Remarks,
  UnreadableFile,
} from "./row.ts";

const BLOCK = 100;
/** Characters of a line, which may go on over several in quotes. */
const LARGEST_RECORD = 1_000_000;
const UNCLOSED =
  "A quote in the table is not closed: what follows is one line of more than a million characters.";
const DELIMITERS = [",", ";", "\t"] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** The head of a table, from its line of names; null if the text does not begin like a table. */
export function tableHead(text: string): { readonly delimiter: Delimiter; readonly names: string[] } | null {
  const first = text.split(/\r\n|\n|\r/).find((line) => line.trim() !== "" && !line.startsWith("#")) ?? "";
  const candidates = DELIMITERS.map((delimiter) => ({
    delimiter,
    names: first.split(delimiter).map((name) => name.trim().replace(/^"(.*)"$/, "$1")),
  }));
  const best = candidates.reduce((a, b) => (b.names.length > a.names.length ? b : a));
  const known = best.names.slice(0, MOST_COLUMNS).filter((name, i) => columnOf(name, i) !== null);
  return best.names.length >= 2 && known.length >= 2 ? best : null;
}

/** A reader for the table whose head was found. */
export function csvReader({ delimiter, names }: NonNullable<ReturnType<typeof tableHead>>): Reader {
  return {
    name: "CSV",
    version: 1,
    async *read(open, remarks) {
      const table = columnsOf(names, remarks);
      const parser: Parser = Readable.from(open(), { highWaterMark: 1 }).pipe(
        parse({
          delimiter,
          bom: true,
          comment: "#",
          comment_no_infix: true,
          relax_column_count: true,
          relax_quotes: true,
          record_delimiter: ["\r\n", "\n", "\r"],
          skip_empty_lines: true,
          skip_records_with_error: true,
          on_skip: (error) => {
            if (error?.code === "CSV_MAX_RECORD_SIZE") parser.destroy(new UnreadableFile(UNCLOSED));
            else remarks.skip("lines with a quote that is not closed");
          },
          from: 2,
          max_record_size: LARGEST_RECORD,
        }),
      );
      let block: ImportedRow[] = [];
      let given = 0;
      for await (const record of parser) {
        const row = rowOf(record, table, delimiter, remarks);
        if (row === null) continue;
        given++;
        block.push(row);
        if (block.length < BLOCK) continue;
        yield block;
        block = [];
      }
      if (block.length > 0) yield block;
      if (given === 0) throw new UnreadableFile("No line of the table has both a time and a position.");
    },
  };
}

interface Table {
  readonly time: Column | undefined;
  readonly date: Column | undefined;
  readonly latitude: Column;
  readonly longitude: Column;
  readonly status: Column | undefined;
  readonly readings: readonly Column[];
}

function columnsOf(names: readonly string[], remarks: Remarks): Table {
  if (names.length > MOST_COLUMNS)
    throw new UnreadableFile(`The table has more than ${MOST_COLUMNS} columns.`);
  const columns = names.map(columnOf).filter((column) => column !== null);
  const one = (kind: Column["kind"]) => columns.find((column) => column.kind === kind);
  const latitude = one("latitude");
  const longitude = one("longitude");
  if (latitude === undefined || longitude === undefined) {
    throw new UnreadableFile(
      `The table has no positions: it needs the columns latitude (lat) and longitude (lon, lng), but has ${names.join(", ")}.`,
    );
  }
  const time = one("time");
  const date = one("date");
  if (time === undefined && date === undefined) {
    throw new UnreadableFile(`The table has no time column: its columns are ${names.join(", ")}.`);
  }
  const unknown = names.filter((_, index) => !columns.some((column) => column.index === index));
  const readings = columns.filter((column) => column.kind === "reading");
  for (const column of readings) remarks.notes.push(`${names[column.index]} is read as ${column.meaning}`);
  if (unknown.length > 0) remarks.notes.push(`not used: ${unknown.join(", ")}`);
  return { time, date, latitude, longitude, status: one("status"), readings };
}

function rowOf(
  record: readonly string[],
  table: Table,
  delimiter: Delimiter,
  remarks: Remarks,
): ImportedRow | null {
  const text = (column: Column | undefined): string =>
    column === undefined ? "" : (record[column.index] ?? "").trim();
  const time = readInstant([text(table.date), text(table.time)].filter((part) => part !== "").join(" "));
  const latitude = coordinate(text(table.latitude), delimiter);
  const longitude = coordinate(text(table.longitude), delimiter);
  if (time === null || latitude === null || longitude === null) {
    remarks.skip(time === null ? "lines without a time" : "lines without a position");
    return null;
  }
  const draft = draftAt(time);
  draft.latitude = latitude;
  draft.longitude = longitude;
  draft.status = text(table.status) || null;
  for (const column of table.readings) {
    const value = decimal(text(column), delimiter);
    if (value !== null) column.put?.(draft, value);
  }
  return finished(draft);
}
