/** Lines of a segment that are not rows: what is needed to read the rows from the segments alone. */
import { type Taken, takenOf } from "./ashore.ts";
import { type Range, rangesOf } from "./ranges.ts";
import { isRecord } from "./row.ts";

/** That the rows of a run, written before this line, are dated by an offset. */
export interface Clock {
  readonly run: string;
  /** Which correction of the run this is, from 1. */
  readonly at: number;
  /** True time less the monotonic clock, in milliseconds. */
  readonly offset: number;
  /** By another clock than the system's. */
  readonly known: boolean;
  /** The run never knew the time. */
  readonly doubt: boolean;
  /** Rows that keep their time: acknowledged when the line was written. */
  readonly but: readonly Range[];
}

/** That a run of the process began. */
export interface Run {
  readonly run: string;
  readonly mono: number;
  /** The time as believed then. */
  readonly time: number;
}

/** A line that is not a row; each field stands in some. */
export interface Note {
  readonly stream?: string;
  /** Numbers up to this one may have been used. */
  readonly reserved?: number;
  readonly paths?: Readonly<Record<string, string>>;
  /** What other streams' boats took, where the stream is named. */
  readonly ashore?: Taken;
  /** How often the segment was thinned. */
  readonly thinned?: number;
  readonly began?: Run;
  readonly clock?: Clock;
}

/** Reads a note from a line's JSON; null if it is none. */
export function noteOf(json: unknown): Note | null {
  if (!isRecord(json)) return null;
  const { stream, reserved, paths, ashore, thinned, began, clock } = json;
  return {
    ...(typeof stream === "string" ? { stream } : {}),
    ...(typeof reserved === "number" ? { reserved } : {}),
    ...(isRecord(paths) ? { paths: textsOf(paths) } : {}),
    ...(isRecord(ashore) ? { ashore: takenOf(ashore) } : {}),
    ...(typeof thinned === "number" ? { thinned } : {}),
    ...optional("began", runOf(began)),
    ...optional("clock", clockOf(clock)),
  };
}

function optional<K extends string, V>(key: K, value: V | null): Partial<Record<K, V>> {
  const made: Partial<Record<K, V>> = {};
  if (value !== null) made[key] = value;
  return made;
}

function runOf(json: unknown): Run | null {
  if (!isRecord(json)) return null;
  const { run, mono, time } = json;
  if (typeof run !== "string" || typeof mono !== "number" || typeof time !== "number") return null;
  return { run, mono, time };
}

function clockOf(json: unknown): Clock | null {
  if (!isRecord(json)) return null;
  const { run, at, offset, known, doubt, but } = json;
  if (typeof run !== "string" || typeof at !== "number" || typeof offset !== "number") return null;
  return { run, at, offset, known: known === true, doubt: doubt === true, but: rangesOf(but) ?? [] };
}

function textsOf(record: Record<string, unknown>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries(record)) if (typeof value === "string") texts[key] = value;
  return texts;
}
