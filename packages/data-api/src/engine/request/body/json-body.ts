/**
 * Parses JSON bodies in slices, so that large ones do not block others: arrays in groups of elements, long rows in
 * pieces.
 */
import { isRecord } from "@wakelog/kit/json/json.ts";
import type { Interruptible } from "@wakelog/kit/time/slices.ts";
import { bodyTooDeep, rowTooLong, tooManyRows, tooManyValues } from "../../errors/limit-errors.ts";
import type { JsonValue } from "../../handlers.ts";
import type { ReleaseErrors } from "../../release/facts.ts";
import { jsonFault } from "./json-fault.ts";
import { piecesOf, type Row } from "./json-pieces.ts";
import { type Cut, type JsonStructure, jsonStructure, MOST } from "./json-structure.ts";

/** Bytes parsed at a time. */
const GROUP = 65_536;
/** Bytes of text examined for the cause of an error. */
const EXPLAINED = 65_536;

const NOT_JSON = "Failed reading: not a valid json value";
const UNFINISHED = "not enough input";
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;
/** A lone surrogate. */
const LONE = /\p{Surrogate}/u;

/**
 * Receives the elements, a group at a time; a body other than an array is one element. For an element parsed in pieces,
 * only its keys are passed, at most one more than a row may have.
 */
export type Take = (elements: readonly JsonValue[]) => void;

/** Options for parsing. */
export interface JsonBodyOptions {
  readonly maxRows: number;
  /** Whether a handler judges the rows one by one; it also replaces lone surrogates. */
  readonly isJudged: boolean;
  /** Whether a handler parses the rows itself. */
  readonly isHandled: boolean;
  /** The words for what is not JSON. */
  readonly errors: Words;
}

type Words = Pick<ReleaseErrors, "invalidJson">;

/**
 * Parses a body.
 * @returns whether it is an array, and its number of rows
 * @throws ApiError PGRST102 if it is not JSON, 400 or 413 if it exceeds the limits of depth or size
 */
export function* readJson(
  body: Buffer,
  { maxRows, isJudged, isHandled, errors }: JsonBodyOptions,
  take: Take,
): Interruptible<{ readonly isArray: boolean; readonly count: number }> {
  const structure = yield* jsonStructure(body, maxRows);
  const { isArray, count, levels, values, rowBytes } = structure;
  const mostLevels = isJudged ? MOST.levelsOfJudged : MOST.levels;
  if (isArray && count > maxRows) throw tooManyRows(count, maxRows);
  if (levels > mostLevels) throw bodyTooDeep(mostLevels);
  const mostValues = isHandled ? MOST.valuesOfHandled : MOST.values;
  if (values > mostValues) throw tooManyValues(mostValues);
  if (rowBytes > MOST.rowBytes) throw rowTooLong(MOST.rowBytes);
  const cuts = isJudged ? [] : structure.cuts;
  if (!isArray) {
    const row = { start: 0, end: undefined, isElement: false, isLast: true, cuts };
    take([
      cuts.length > 0 ? yield* keysOf(body, row, errors) : parsed(body.toString("utf8"), isJudged, errors),
    ]);
    return { isArray, count: 1 };
  }
  let found = 0;
  for (const group of groupsOf(structure, cuts)) {
    if (group.cuts.length > 0) {
      found += 1;
      take([yield* keysOf(body, { ...group, isElement: true }, errors)]);
      continue;
    }
    const text = `[${body.toString("utf8", group.start, group.end)}${group.isLast ? "" : "]"}`;
    const elements = parsed(text, isJudged, errors);
    // There may be nothing at all between two commas.
    const isWhole = Array.isArray(elements) && (elements.length === group.count || count === 1);
    if (!isWhole) throw errors.invalidJson(NOT_JSON);
    found += elements.length;
    take(elements);
    yield;
  }
  return { isArray, count: found };
}

/** Consecutive elements of an array. */
interface Group {
  readonly start: number;
  readonly end: number | undefined;
  readonly count: number;
  readonly isLast: boolean;
  /** Where to cut a long element, which is then alone in its group. */
  readonly cuts: readonly Cut[];
}

/** Splits an array into groups. */
function* groupsOf({ commas, start }: JsonStructure, cuts: readonly Cut[]): Generator<Group> {
  let [from, last, count, next] = [start + 1, start, 0, 0];
  // The last group includes the closing bracket and anything behind it.
  for (const comma of [...commas, undefined]) {
    const first = next;
    while ((cuts[next]?.at ?? Infinity) < (comma ?? Infinity)) next += 1;
    const [isLong, isLast] = [next > first, comma === undefined];
    if (isLong && count > 0) {
      yield { start: from, end: last, count, isLast: false, cuts: [] };
      [from, count] = [last + 1, 0];
    }
    count += 1;
    last = comma ?? last;
    if (!isLong && !isLast && last - from < GROUP) continue;
    yield { start: from, end: comma, count, isLast, cuts: cuts.slice(first, next) };
    [from, count] = [last + 1, 0];
  }
}

/** Parses a long row in pieces and returns an object with its keys; if it is no object, its beginning. */
function* keysOf(body: Buffer, row: Row, errors: Words): Interruptible<JsonValue> {
  const keys = new Set<string>();
  let first: JsonValue | undefined;
  for (const text of piecesOf(body, row, () => keys.values().next().value ?? "")) {
    const parts = parsed(text, false, errors);
    if (row.isElement && (!Array.isArray(parts) || parts.length !== 1)) throw errors.invalidJson(NOT_JSON);
    const part = row.isElement && Array.isArray(parts) ? parts[0] : parts;
    first ??= part;
    if (isRecord(part)) for (const key in part) if (keys.size <= MOST.keys) keys.add(key);
    yield;
  }
  return isRecord(first) ? Object.fromEntries([...keys].map((key) => [key, null])) : (first ?? null);
}

function parsed(text: string, isJudged: boolean, errors: Words): JsonValue {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    throw errors.invalidJson(explained(text));
  }
  // A lone surrogate is not a character, and PostgreSQL refuses it too.
  if (!isJudged && SURROGATE_ESCAPE.test(text) && hasHalf(value)) throw errors.invalidJson(explained(text));
  return value;
}

function hasHalf(value: JsonValue | undefined): boolean {
  if (typeof value === "string") return LONE.test(value);
  if (Array.isArray(value)) return value.some((one: JsonValue) => hasHalf(one));
  return isRecord(value) && Object.entries(value).some(([key, inner]) => LONE.test(key) || hasHalf(inner));
}

/** The cause of an error, if it is near the beginning of the text. */
function explained(text: string): string {
  const fault = jsonFault(text.slice(0, EXPLAINED)) ?? NOT_JSON;
  return text.length > EXPLAINED && fault.startsWith(UNFINISHED) ? NOT_JSON : fault;
}
