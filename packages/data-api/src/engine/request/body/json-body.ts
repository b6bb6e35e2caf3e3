/**
 * JSON bodies, parsed a part at a time so that a large one does not keep others waiting: an array in groups of its
 * elements, a long row in pieces.
 */
import { isRecord } from "@wakelog/kit/json/json.ts";
import type { Interruptible } from "@wakelog/kit/time/slices.ts";
import { bodyTooDeep, rowTooLong, tooManyRows, tooManyValues } from "../../errors/limit-errors.ts";
import { badRequestBody } from "../../errors/request-errors.ts";
import type { JsonValue } from "../../handlers.ts";
import { jsonFault } from "./json-fault.ts";
import { piecesOf, type Row } from "./json-pieces.ts";
import { type Cut, type JsonStructure, jsonStructure, MOST } from "./json-structure.ts";

/** How much is parsed at a time, bytes. */
const GROUP = 65_536;
/** How much text is looked through to say what is wrong with it. */
const EXPLAINED = 65_536;

const NOT_JSON = "Failed reading: not a valid json value";
const UNFINISHED = "not enough input";
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;
/** Half a surrogate pair. */
const LONE = /\p{Surrogate}/u;

/**
 * What the elements of a body are given to, a group at a time; a body that is not an array is the only one of its group.
 * Of an element that was parsed in pieces only the keys are given, at most one more than rows may have.
 */
export type Take = (elements: readonly JsonValue[]) => void;

/** How a body is parsed. */
export interface JsonBodyOptions {
  readonly maxRows: number;
  /** Whether a handler judges the rows one by one; it also replaces half characters in their texts. */
  readonly isJudged: boolean;
  /** Whether a handler parses the rows as they are. */
  readonly isHandled: boolean;
}

/**
 * Parses a body.
 * @returns whether it is an array, and how many rows it has
 * @throws ApiError PGRST102 if it is not JSON, 400 or 413 if it is deeper or larger than bodies may be
 */
export function* readJson(
  body: Buffer,
  { maxRows, isJudged, isHandled }: JsonBodyOptions,
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
    take([cuts.length > 0 ? yield* keysOf(body, row) : parsed(body.toString("utf8"), isJudged)]);
    return { isArray, count: 1 };
  }
  let found = 0;
  for (const group of groupsOf(structure, cuts)) {
    if (group.cuts.length > 0) {
      found += 1;
      take([yield* keysOf(body, { ...group, isElement: true })]);
      continue;
    }
    const text = `[${body.toString("utf8", group.start, group.end)}${group.isLast ? "" : "]"}`;
    const elements = parsed(text, isJudged);
    // Between two commas there may be nothing at all.
    const isWhole = Array.isArray(elements) && (elements.length === group.count || count === 1);
    if (!isWhole) throw faultIn(NOT_JSON);
    found += elements.length;
    take(elements);
    yield;
  }
  return { isArray, count: found };
}

/** Some elements of an array. */
interface Group {
  readonly start: number;
  readonly end: number | undefined;
  readonly count: number;
  readonly isLast: boolean;
  /** Where a long element is cut, which is then the only one of its group. */
  readonly cuts: readonly Cut[];
}

/** The elements of an array, some at a time. */
function* groupsOf({ commas, start }: JsonStructure, cuts: readonly Cut[]): Generator<Group> {
  let [from, last, count, next] = [start + 1, start, 0, 0];
  // The last has the end of the array, and whatever is behind it.
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

/** Parses a long row in pieces, and gives an object with its keys; its beginning if it is no object. */
function* keysOf(body: Buffer, row: Row): Interruptible<JsonValue> {
  const keys = new Set<string>();
  let first: JsonValue | undefined;
  for (const text of piecesOf(body, row, () => keys.values().next().value ?? "")) {
    const parts = parsed(text, false);
    if (row.isElement && (!Array.isArray(parts) || parts.length !== 1)) throw faultIn(NOT_JSON);
    const part = row.isElement && Array.isArray(parts) ? parts[0] : parts;
    first ??= part;
    if (isRecord(part)) for (const key in part) if (keys.size <= MOST.keys) keys.add(key);
    yield;
  }
  return isRecord(first) ? Object.fromEntries([...keys].map((key) => [key, null])) : (first ?? null);
}

function parsed(text: string, isJudged: boolean): JsonValue {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    throw faultIn(explained(text));
  }
  // Half a surrogate pair is not a character, and PostgreSQL refuses it too.
  if (!isJudged && SURROGATE_ESCAPE.test(text) && hasHalf(value)) throw faultIn(explained(text));
  return value;
}

function hasHalf(value: JsonValue | undefined): boolean {
  if (typeof value === "string") return LONE.test(value);
  if (Array.isArray(value)) return value.some((one: JsonValue) => hasHalf(one));
  return isRecord(value) && Object.entries(value).some(([key, inner]) => LONE.test(key) || hasHalf(inner));
}

/** What is wrong with a text, if that is near its beginning. */
function explained(text: string): string {
  const fault = jsonFault(text.slice(0, EXPLAINED)) ?? NOT_JSON;
  return text.length > EXPLAINED && fault.startsWith(UNFINISHED) ? NOT_JSON : fault;
}

function faultIn(fault: string): Error {
  return badRequestBody(`Error in $: ${fault}`);
}
