/**
 * The shape that queries share if they differ only in filter values and arguments: `id=eq.1` and `id=eq.2`. A value is
 * part of the shape if its text decides what the query means, or if that is not obvious at a glance.
 */
import { lengthBeforeValue, meansOperation, parseOperation } from "./parameters/filter.ts";
import { isFilterKey } from "./parameters/query.ts";
import { decode, SEPARATOR } from "./query-string.ts";

/** The decoded text of a value; for a list, the text between its parentheses and its elements. */
export type Value = string | ListValue;

export interface ListValue {
  readonly text: string;
  /** Never empty. */
  readonly elements: readonly string[];
}

/** A query split into shape and values. */
export interface QueryShape {
  /** The parts joined by `;`, with `&` in place of values. No part contains either. */
  readonly text: string;
  /** In order of their places. */
  readonly values: readonly Value[];
}

const EMPTY: QueryShape = { text: "", values: [] };
const PLACE = "&";

/** A value, and the text before and after it. */
interface Found {
  readonly before: string;
  readonly value: Value;
  readonly behind: string;
}

/** Splits a query as sent. */
export function queryShape(query: string): QueryShape {
  if (query === "") return EMPTY;
  const values: Value[] = [];
  const parts: string[] = [];
  for (const part of query.split(SEPARATOR)) {
    if (part === "") continue;
    const mark = part.indexOf("=");
    const key = part.slice(0, Math.max(mark, 0));
    const found = mark < 0 || !hasValue(key) ? null : valueIn(decode(part.slice(mark + 1)));
    if (found === null) parts.push(part);
    else {
      parts.push(`${key}=${found.before}${PLACE}${found.behind}`);
      values.push(found.value);
    }
  }
  return { text: parts.join(";"), values };
}

/** Builds the query with these values, one per place. */
export function queryOf(shape: string, values: readonly Value[]): string {
  let at = 0;
  return shape.replaceAll(PLACE, () => {
    const value = values[at++] ?? "";
    return encodeURIComponent(textOf(value));
  });
}

/** A value as written in a query. */
export function textOf(value: Value): string {
  return typeof value === "string" ? value : value.text;
}

/** Encoded keys are left alone: they may be reserved ones. */
function hasValue(key: string): boolean {
  return !key.includes("%") && !key.includes("+") && isFilterKey(key);
}

function valueIn(text: string): Found | null {
  const length = lengthBeforeValue(text);
  if (length > 0) return { before: text.slice(0, length), value: text.slice(length), behind: "" };
  return meansOperation(text) ? listIn(text) : { before: "", value: text, behind: "" };
}

const LIST = /^((?:not\.)?in\.\()(.*)\)$/s;

/** The elements of a list. An empty list is a different statement, so it has no value. */
function listIn(text: string): Found | null {
  const [, before, inner] = LIST.exec(text) ?? [];
  if (before === undefined || inner === undefined) return null;
  const elements = elementsOf(text);
  if (elements.length === 0 || (elements.length === 1 && elements[0] === "")) return null;
  return { before, value: { text: inner, elements }, behind: ")" };
}

/** Null if it does not parse; parsing the request reports why. */
function elementsOf(text: string): readonly string[] {
  try {
    const { operation } = parseOperation(text);
    return operation.kind === "in" ? operation.values : [];
  } catch {
    return [];
  }
}
