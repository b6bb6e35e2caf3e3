/** The small file beside the segments. Losing it costs sending again, never a row or a number. */
import { readLineFile } from "../disk/line-file.ts";
import { type Taken, takenOf } from "./ashore.ts";
import { type Range, rangesOf } from "./ranges.ts";
import { isRecord } from "./row.ts";

/** What is kept between runs about one boat ashore. */
export interface Shore {
  readonly stream: string;
  /** How many numbers of the stream the shore said that it has. */
  readonly stored: number;
  /** Path numbers whose names the shore has. */
  readonly paths: readonly Range[];
}

/** What is kept between runs. */
export interface State {
  readonly stream: string | null;
  /** Numbers up to this one may have been used. */
  readonly reserved: number;
  readonly ashore: Taken;
  readonly paths: Readonly<Record<string, string>>;
  /** By server and boat. */
  readonly shores: Readonly<Record<string, Shore>>;
  /** Rows that damage cost, and the damaged lines counted so far by segment. */
  readonly lost: number;
  readonly counted: Readonly<Record<string, number>>;
  readonly thinned: number;
}

/** Before anything was written. */
const EMPTY_STATE: State = {
  stream: null,
  reserved: 0,
  ashore: {},
  paths: {},
  shores: {},
  lost: 0,
  counted: {},
  thinned: 0,
};

/** Reads the state; what is missing or broken is as in `EMPTY_STATE`. */
export function readState(path: string): State {
  const json = readLineFile(path);
  if (!isRecord(json)) return EMPTY_STATE;
  const stream = typeof json.stream === "string" ? json.stream : null;
  return {
    stream,
    reserved: numberOf(json.reserved),
    // Earlier versions kept what was ashore without its stream.
    ashore: takenOf(json.ashore ?? (stream === null ? {} : { [stream]: json.acknowledged })),
    paths: entriesOf(json.paths, (value) => (typeof value === "string" ? value : null)),
    shores: entriesOf(json.shores, shoreOf),
    lost: numberOf(json.lost),
    counted: entriesOf(json.counted, numberOf),
    thinned: numberOf(json.thinned),
  };
}

function shoreOf(json: unknown): Shore | null {
  if (!isRecord(json) || typeof json.stream !== "string") return null;
  return { stream: json.stream, stored: numberOf(json.stored), paths: rangesOf(json.paths) ?? [] };
}

function numberOf(json: unknown): number {
  return typeof json === "number" && json >= 0 ? json : 0;
}

function entriesOf<V>(json: unknown, read: (value: unknown) => V | null): Record<string, V> {
  const entries: Record<string, V> = {};
  for (const [key, value] of isRecord(json) ? Object.entries(json) : []) {
    const made = read(value);
    if (made !== null) entries[key] = made;
  }
  return entries;
}
