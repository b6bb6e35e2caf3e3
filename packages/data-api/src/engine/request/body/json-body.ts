/**
 * JSON bodies, parsed a part at a time so that a large one does not keep others waiting: an array in groups of its
 * elements, anything else as a whole, because it is one row and bounded.
 */
import { isRecord } from "@wakelog/kit/json/json.ts";
import type { Interruptible } from "@wakelog/kit/time/slices.ts";
import { bodyTooDeep, rowTooLong, tooManyRows, tooManyValues } from "../../errors/limit-errors.ts";
import { badRequestBody } from "../../errors/request-errors.ts";
import type { JsonValue } from "../../handlers.ts";
import { jsonFault } from "./json-fault.ts";
import { type JsonStructure, jsonStructure, MOST } from "./json-structure.ts";

/** How much is parsed at a time, bytes; a larger element is parsed as a whole. */
const GROUP = 65_536;
/** How much text is looked through to say what is wrong with it. */
const EXPLAINED = 65_536;

const NOT_JSON = "Failed reading: not a valid json value";
const UNFINISHED = "not enough input";
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;
/** Half a surrogate pair. */
const LONE = /\p{Surrogate}/u;

/** What the elements of a body are given to, a group at a time; a body that is not an array is the only one of its group. */
export type Take = (elements: readonly JsonValue[]) => void;

/** How a body is parsed. */
export interface JsonBodyOptions {
  readonly maxRows: number;
  /** Whether a handler judges the rows one by one; it also replaces half characters in their texts. */
  readonly isJudged: boolean;
}

/**
 * Parses a body.
 * @returns whether it is an array, and how many rows it has
 * @throws ApiError PGRST102 if it is not JSON, 400 or 413 if it is deeper or larger than bodies may be
 */
export function* readJson(
  body: Buffer,
  { maxRows, isJudged }: JsonBodyOptions,
  take: Take,
): Interruptible<{ readonly isArray: boolean; readonly count: number }> {
  const structure = yield* jsonStructure(body, maxRows);
  const { isArray, count, levels, values, rowBytes } = structure;
  const mostLevels = isJudged ? MOST.levelsOfJudged : MOST.levels;
  if (isArray && count > maxRows) throw tooManyRows(count, maxRows);
  if (levels > mostLevels) throw bodyTooDeep(mostLevels);
  if (values > MOST.values) throw tooManyValues(MOST.values);
  if (rowBytes > MOST.rowBytes) throw rowTooLong(MOST.rowBytes);
  if (!isArray) {
    take([parsed(body.toString("utf8"), isJudged)]);
    return { isArray, count: 1 };
  }
  let found = 0;
  for (const group of groupsOf(structure)) {
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

interface Group {
  readonly start: number;
  readonly end: number | undefined;
  readonly count: number;
  readonly isLast: boolean;
}

/** The elements of an array, some at a time. */
function* groupsOf({ commas, start }: JsonStructure): Generator<Group> {
  let [from, before] = [start + 1, 0];
  for (const [at, comma] of commas.entries()) {
    if (comma - from < GROUP) continue;
    yield { start: from, end: comma, count: at + 1 - before, isLast: false };
    [from, before] = [comma + 1, at + 1];
  }
  // The last has the end of the array, and whatever is behind it.
  yield { start: from, end: undefined, count: commas.length + 1 - before, isLast: true };
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
