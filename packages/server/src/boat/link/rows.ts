/** Rows of a link as rows of `metrics`, and their digests. Pure. */
import { createHash } from "node:crypto";
import { mpsToKnots, toDegrees } from "@wakelog/kit/geo/units.ts";
import type { JsonObject, JsonValue } from "@wakelog/kit/json/json.ts";
import { isScalar, type SentRow } from "./form.ts";

/** Columns by path, with their units. */
const COLUMNS: Readonly<Record<string, readonly [column: string, inUnit: (value: number) => number]>> = {
  "navigation.speedOverGround": ["speedoverground", mpsToKnots],
  "navigation.courseOverGroundTrue": ["courseovergroundtrue", toDegrees],
  "environment.wind.speedApparent": ["windspeedapparent", mpsToKnots],
  "environment.wind.angleApparent": ["anglespeedapparent", toDegrees],
};
const STATUS_PATH = "navigation.state";
/** Where the id of a trip begun on board stands. */
const TRIP_PATH = "navigation.trip.id";
/** Why the time of a row is in doubt. */
const DOUBT_PATH = "navigation.datetime:doubt";

/** A row of `metrics` as the API takes it, or why the row is none. */
export type Translated = { readonly row: JsonObject } | { readonly fault: string };

/** A row as a row of `metrics`. @param paths by number, with all that the row uses */
export function translated(sent: SentRow, paths: ReadonlyMap<string, string>): Translated {
  const columns: Record<string, JsonValue> = {};
  const metrics: Record<string, JsonValue> = {};
  const { facts } = sent;
  for (const [number, value] of Object.entries(sent.values)) {
    const path = paths.get(number) ?? number;
    if (!isScalar(value))
      return { fault: `The value of ${path} is neither a number, a text, a switch nor null.` };
    put(path, value ?? null, columns, metrics, facts.part === true);
  }
  for (const [number, value] of Object.entries(facts.max ?? {}))
    if (value !== null) metrics[`${paths.get(number) ?? number}:max`] = value;
  if (facts.trip != null && facts.trip !== "") metrics[TRIP_PATH] = facts.trip;
  if (facts.doubt !== undefined && facts.doubt !== false) metrics[DOUBT_PATH] = facts.doubt;
  return {
    row: {
      time: new Date(sent.time).toISOString(),
      latitude: sent.latitude,
      longitude: sent.longitude,
      ...columns,
      metrics,
    },
  };
}

function put(
  path: string,
  value: JsonValue,
  columns: Record<string, JsonValue>,
  metrics: Record<string, JsonValue>,
  isPartial: boolean,
): void {
  const [column, inUnit] = (Object.hasOwn(COLUMNS, path) ? COLUMNS[path] : undefined) ?? [];
  if (column !== undefined && inUnit !== undefined && typeof value === "number")
    columns[column] = inUnit(value);
  else if (path === STATUS_PATH && value !== null) columns.status = value;
  // In a whole row a missing value has ended; in a partial one only null says so.
  else if (value !== null || isPartial) metrics[path] = value;
}

/** The path numbers that a row uses. */
export function numbersOf({ values, facts }: SentRow): readonly string[] {
  return [...Object.keys(values), ...Object.keys(facts.max ?? {})];
}

/** Equal for rows with equal values; 64 bits, as PostgreSQL's bigint in text. */
export function digestOf(sent: SentRow, paths: ReadonlyMap<string, string>): string {
  const named = (values: JsonObject): JsonValue =>
    Object.entries(values)
      .map(([number, value]): [string, JsonValue] => [paths.get(number) ?? number, value ?? null])
      .sort(byName);
  const { max = {}, alarms = {}, ...others } = sent.facts;
  const content = [
    ...[sent.time, sent.latitude, sent.longitude],
    ...[named(sent.values), named(max), ordered(alarms), ordered(others)],
  ];
  return createHash("sha256").update(JSON.stringify(content)).digest().readBigInt64BE(0).toString();
}

/** The members of an object in the order of their names, however deep. */
function ordered(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]): [string, unknown] => [name, ordered(member)])
    .sort(byName);
}

/** Orders by name; without a function, arrays would be written as texts for each comparison. */
function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Numbers as ranges, both ends included. */
export function rangesOf(numbers: Iterable<number>): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}
