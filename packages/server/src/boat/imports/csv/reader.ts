/** Tables of readings: a header line, then one row per line, separated by commas, semicolons or tabs. */
import { Readable } from "node:stream";
import { isRecord, parseJson } from "@wakelog/kit/json/json.ts";
import { type Parser, parse } from "csv-parse";
import { putReading } from "../navigation-path.ts";
import {
  draftAt,
  finished,
  type ImportedRow,
  MOST_COLUMNS,
  type Reader,
  Remarks,
  UnreadableFile,
} from "../row.ts";
import { coordinate, decimal } from "./cells.ts";
import { columnsIn, isPath, putValue, type ReadingColumn, type RoleColumn } from "./columns.ts";
import { DateForms, type DateOrder, instantIn } from "./dates.ts";
import { Evidence } from "./evidence.ts";
import { type Candidate, onSide, type SideColumn, Sides } from "./sides.ts";

const BLOCK = 100;
/** Longest record, characters; quoted cells may span lines. */
const LARGEST_RECORD = 1_000_000;
const UNCLOSED =
  "A quote in the table is not closed: what follows is one line of more than a million characters.";
/** Fewest lines sampled for units and dates. */
const FEWEST_LINES = 1000;
const MOST_LINES = 200_000;
/** Longest JSON cell, characters. */
const LONGEST_JSON = 65_536;
const DELIMITERS = [",", ";", "\t"] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** The head of a table, from its header line; null if the text is not a table. */
export function tableHead(text: string): { readonly delimiter: Delimiter; readonly names: string[] } | null {
  const first = text.split(/\r\n|\n|\r/).find((line) => line.trim() !== "" && !line.startsWith("#")) ?? "";
  const candidates = DELIMITERS.map((delimiter) => ({
    delimiter,
    names: first.split(delimiter).map((name) => name.trim().replace(/^"(.*)"$/, "$1")),
  }));
  const best = candidates.reduce((a, b) => (b.names.length > a.names.length ? b : a));
  const known = columnsIn(best.names.slice(0, MOST_COLUMNS));
  return best.names.length >= 2 && known.length >= 2 ? best : null;
}

type Head = NonNullable<ReturnType<typeof tableHead>>;

/**
 * A reader for a table. Earlier passes infer units and date order and, if there are candidates, hemisphere columns.
 */
export function csvReader(head: Head): Reader {
  return {
    name: "CSV",
    version: 4,
    async *read(open, remarks) {
      const columns = columnsOf(head.names);
      const table = { ...columns, ...(await sidesOf(records(open(), head, new Remarks()), columns, head)) };
      noteUnused(table, head.names, remarks);
      const sample = await sampleOf(records(open(), head, new Remarks()), table, head);
      const readings = knownReadings(sample.evidence, head.names, remarks);
      let block: ImportedRow[] = [];
      let given = 0;
      let unread: string | null = null;
      for await (const record of records(open(), head, remarks)) {
        const fix = fixOf(record, table, head, sample.order);
        if (fix.time === null || fix.latitude === null || fix.longitude === null) {
          remarks.skip(fix.time === null ? "lines without a time" : "lines without a position");
          if (fix.time === null) unread ??= timeText(record, table).slice(0, 30);
          continue;
        }
        given++;
        block.push(rowOf(record, { ...fix, time: fix.time }, table, readings, head, remarks));
        if (block.length < BLOCK) continue;
        yield block;
        block = [];
      }
      if (block.length > 0) yield block;
      if (given === 0)
        throw new UnreadableFile(
          `No line of the table has both a time and a position.${unread === null ? "" : ` No time, for example: ${unread}`}`,
        );
    },
  };
}

async function* records(
  text: AsyncIterable<string>,
  { delimiter }: Head,
  remarks: Remarks,
): AsyncGenerator<readonly string[]> {
  const parser: Parser = Readable.from(text, { highWaterMark: 1 }).pipe(
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
  yield* parser;
}

interface Columns {
  readonly time: RoleColumn | undefined;
  readonly date: RoleColumn | undefined;
  readonly latitude: RoleColumn;
  readonly longitude: RoleColumn;
  readonly status: RoleColumn | undefined;
  readonly json: readonly RoleColumn[];
  readonly readings: readonly ReadingColumn[];
  /** Columns that may hold hemispheres. */
  readonly candidates: readonly Candidate[];
  /** Unrecognised columns. */
  readonly unknown: readonly number[];
}

type Table = Columns & Awaited<ReturnType<typeof sidesOf>>;

function columnsOf(names: readonly string[]): Columns {
  if (names.length > MOST_COLUMNS)
    throw new UnreadableFile(`The table has more than ${MOST_COLUMNS} columns.`);
  const columns = columnsIn(names);
  const roles = columns.filter((column) => column.kind !== "reading");
  const one = (kind: RoleColumn["kind"]) => {
    const all = roles.filter((column) => column.kind === kind);
    return all.find(({ side }) => side === undefined) ?? all[0];
  };
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
  const used = new Set(columns.map((column) => column.index));
  const unknown = [...names.keys()].filter((index) => !used.has(index));
  const paths = columns.filter((column) => column.kind === "reading" && column.quantity === "si");
  const candidate = (index: number, axis: Candidate["axis"]) => ({
    ...{ index, axis },
    name: names[index] || String(index + 1),
  });
  return {
    ...{ time, date, latitude, longitude, status: one("status") },
    candidates: [
      ...[one("north-south")?.index ?? []].flat().map((index) => candidate(index, "NS")),
      ...[one("east-west")?.index ?? []].flat().map((index) => candidate(index, "EW")),
      ...[...unknown, ...paths.map(({ index }) => index)].map((index) => candidate(index, null)),
    ],
    unknown,
    json: roles.filter((column) => column.kind === "json"),
    readings: columns.filter((column) => column.kind === "reading"),
  };
}

/** The hemisphere columns, from all lines unless the first ones rule them out. */
async function sidesOf(
  lines: AsyncIterable<readonly string[]>,
  { latitude, longitude, candidates }: Columns,
  head: Head,
) {
  const named = ({ index, side }: RoleColumn) => ({ index, side, name: head.names[index] ?? "" });
  const sides = new Sides({ NS: named(latitude), EW: named(longitude) }, candidates, head.delimiter);
  if (!sides.isSettled)
    for await (const record of lines) {
      sides.learn(record);
      if (sides.isSettled) break;
    }
  return sides.decide();
}

/** Notes unused columns, and columns identified by their cells. */
function noteUnused(
  { unknown, candidates, NS, EW }: Table,
  names: readonly string[],
  remarks: Remarks,
): void {
  const sides = [NS, EW].filter((column) => column !== undefined);
  const unused = unknown.filter((index) => !sides.some((column) => column.index === index));
  if (unused.length > 0) remarks.notes.push(`not used: ${unused.map((index) => names[index]).join(", ")}`);
  for (const { index, axis, all } of sides)
    if (all !== undefined || candidates.some((one) => one.index === index && one.axis === null))
      remarks.notes.push(`${names[index]} is read as ${all ?? [...axis].join("/")}`);
}

/** Evidence from the first lines, as many as needed. */
async function sampleOf(lines: AsyncIterable<readonly string[]>, table: Table, head: Head) {
  const evidence = new Evidence(table.readings);
  const dates = new DateForms();
  let count = 0;
  for await (const record of lines) {
    count++;
    dates.learn(cell(record, table.date) || cell(record, table.time));
    // Before the order is known, either will do: only durations within a day matter.
    const fix = fixOf(record, table, head, dates.isSettled ? settledOrder(dates) : "day first");
    const { time, latitude, longitude } = fix;
    if (time !== null && latitude !== null && longitude !== null)
      evidence.learn(
        { time, latitude, longitude },
        table.readings.map((column) => decimal(cell(record, column), head.delimiter)),
      );
    if (count > MOST_LINES || (count > FEWEST_LINES && evidence.isEnough && dates.isSettled)) break;
  }
  const order = dates.decide();
  if (typeof order === "object")
    throw new UnreadableFile(
      `The dates of the table, such as ${order.example}, do not tell whether the day or the month comes first: write them as 2026-06-30.`,
    );
  return { evidence, order };
}

function settledOrder(dates: DateForms): DateOrder {
  const order = dates.decide();
  return typeof order === "object" ? "day first" : order;
}

/** The readings with known units; reports all. */
function knownReadings(evidence: Evidence, names: readonly string[], remarks: Remarks) {
  return evidence.resolve().flatMap(({ column, unit, contradicted }) => {
    if (unit === null) {
      remarks.notes.push(
        `${names[column.index]} is left out: its unit is neither named nor to be told from the positions`,
      );
      return [];
    }
    const hasUnit = column.quantity !== "plain" && column.quantity !== "si";
    const meaning = hasUnit ? [column.target, unit].join(" in ") : column.target;
    remarks.notes.push(`${names[column.index]} is read as ${meaning}`);
    if (contradicted !== null)
      remarks.notes.push(
        `${names[column.index]} should be in ${unit}, but the positions fit ${contradicted}: is that right?`,
      );
    return [{ column, unit }];
  });
}

function cell(record: readonly string[], column: { readonly index: number } | undefined): string {
  return column === undefined ? "" : (record[column.index] ?? "").trim();
}

function timeText(record: readonly string[], { date, time }: Table): string {
  return [cell(record, date), cell(record, time)].filter((part) => part !== "").join(" ");
}

function fixOf(record: readonly string[], table: Table, { delimiter }: Head, order: DateOrder) {
  const at = (column: RoleColumn, side: SideColumn | undefined): number | null => {
    const text = cell(record, column);
    const value = coordinate(text, delimiter);
    return value === null || side === undefined
      ? value
      : onSide(value, text, side.all ?? cell(record, side), side);
  };
  return {
    time: instantIn(cell(record, table.date), cell(record, table.time), order),
    latitude: at(table.latitude, table.NS),
    longitude: at(table.longitude, table.EW),
  };
}

function rowOf(
  record: readonly string[],
  fix: { readonly time: number; readonly latitude: number | null; readonly longitude: number | null },
  table: Table,
  readings: ReturnType<typeof knownReadings>,
  { delimiter }: Head,
  remarks: Remarks,
): ImportedRow {
  const draft = { ...draftAt(fix.time), ...fix };
  for (const column of table.json) {
    const found = parseJson(cell(record, column).slice(0, LONGEST_JSON));
    for (const [path, value] of isRecord(found) ? Object.entries(found) : [])
      if (isPath(path)) putReading(draft, path, value);
  }
  draft.status = cell(record, table.status) || draft.status;
  for (const { column, unit } of readings) {
    const value = decimal(cell(record, column), delimiter);
    if (value !== null && !putValue(draft, column, unit, value)) remarks.skip("angles outside of the circle");
  }
  return finished({ ...draft, ...fix });
}
