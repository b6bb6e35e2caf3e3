/** The small file beside the segments. Losing it costs sending again, never a row or a number. */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { decodeLine, encodeLine } from "./lines.ts";
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
  readonly acknowledged: readonly Range[];
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
  acknowledged: [],
  paths: {},
  shores: {},
  lost: 0,
  counted: {},
  thinned: 0,
};

/** Reads the state; what is missing or broken is as in `EMPTY_STATE`. */
export function readState(path: string): State {
  let json: unknown;
  try {
    json = decodeLine(readFileSync(path).subarray(0, -1));
  } catch {
    return EMPTY_STATE;
  }
  if (!isRecord(json)) return EMPTY_STATE;
  return {
    stream: typeof json.stream === "string" ? json.stream : null,
    reserved: numberOf(json.reserved),
    acknowledged: rangesOf(json.acknowledged) ?? [],
    paths: entriesOf(json.paths, (value) => (typeof value === "string" ? value : null)),
    shores: entriesOf(json.shores, shoreOf),
    lost: numberOf(json.lost),
    counted: entriesOf(json.counted, numberOf),
    thinned: numberOf(json.thinned),
  };
}

/** Replaces a file with one line. @throws the file system's error; the former file is then still there */
export function writeLineFile(path: string, value: unknown, options: { sync: boolean; mode?: number }): void {
  mkdirSync(dirname(path), { recursive: true });
  const next = `${path}.new`;
  try {
    const file = openSync(next, "w", options.mode ?? 0o644);
    try {
      const bytes = encodeLine(value);
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
      if (options.sync) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
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
