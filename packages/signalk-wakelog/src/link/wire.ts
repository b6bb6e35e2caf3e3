/** Rows as the link carries them. */
import type { Draft, Value } from "../buffer/row.ts";
import type { DatedRow } from "../buffer/rows.ts";
import { significant } from "../sample/recorded-paths.ts";
import type { WireFacts, WireRow } from "./protocol.ts";

const PART_DIGITS = 5;
const PART_PATHS = ["navigation.speedOverGround", "navigation.courseOverGroundTrue"];

/** A row of the buffer as it is sent. Damage may have cost the names of path numbers: their values are left out. */
export function wireOf(row: DatedRow, nameOf: (number: number) => string | undefined): WireRow {
  const { number, time, latitude, longitude, facts, doubt } = row;
  const named = <V>(record: Readonly<Record<string, V>>): Readonly<Record<string, V>> =>
    Object.keys(record).every((key) => nameOf(Number(key)) !== undefined)
      ? record
      : Object.fromEntries(Object.entries(record).filter(([key]) => nameOf(Number(key)) !== undefined));
  const max = facts?.max === undefined ? {} : { max: named(facts.max) };
  const told: WireFacts = { ...facts, ...max, ...(doubt ? { doubt: true } : {}) };
  const values = named(row.values);
  if (Object.keys(told).length === 0) return [number, time, latitude, longitude, values];
  return [number, time, latitude, longitude, values, told];
}

/** A partial row for a link where each byte costs. @param paths besides speed and course; @param numberOf a path's number */
export function partOf(
  number: number,
  draft: Draft,
  paths: readonly string[],
  numberOf: (path: string) => number | undefined,
): WireRow {
  const values: Record<string, Value | null> = {};
  for (const path of [...PART_PATHS, ...paths]) {
    const value = draft.values[path];
    const key = numberOf(path);
    if (value === undefined || key === undefined) continue;
    values[key] = typeof value === "number" ? significant(value, PART_DIGITS) : value;
  }
  const alarms = draft.facts?.alarms;
  const facts: WireFacts = { ...(alarms === undefined ? {} : { alarms }), part: true };
  return [number, draft.time, rough(draft.latitude), rough(draft.longitude), values, facts];
}

function rough(degrees: number | null): number | null {
  return degrees === null ? null : Math.round(degrees * 1e5) / 1e5;
}

/** The path numbers that rows name. */
export function pathsIn(rows: readonly WireRow[]): Set<number> {
  const numbers = new Set<number>();
  for (const [, , , , values, facts] of rows) {
    for (const key of Object.keys(values)) numbers.add(Number(key));
    for (const key of Object.keys(facts?.max ?? {})) numbers.add(Number(key));
  }
  return numbers;
}
