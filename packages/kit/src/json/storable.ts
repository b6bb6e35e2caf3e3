/** JSON that jsonb accepts: no NUL, no lone surrogates, limited nesting. */
import type { JsonObject, JsonValue } from "./json.ts";

// With the u flag, only lone surrogates are in category Cs.
const UNSTORABLE = /\0|\p{Cs}/u;
const UNSTORABLE_ALL = /\0|\p{Cs}/gu;

/** Whether a value has at most this many levels of arrays and objects. */
export function depthWithin(value: JsonValue, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  for (const key in value) {
    const inner = (value as JsonObject)[key];
    if (typeof inner === "object" && inner !== null && !depthWithin(inner, levels - 1)) return false;
  }
  return true;
}

/** Whether a value's keys and texts have at most this many characters in total; other scalars count as one. */
export function lengthWithin(value: JsonValue, most: number): boolean {
  return lengthOf(value, most) <= most;
}

/** Stops counting above `most`. */
function lengthOf(value: JsonValue | undefined, most: number): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  let length = 1;
  for (const key in value) {
    if (length > most) return length;
    length += key.length + lengthOf((value as JsonObject)[key], most - length);
  }
  return length;
}

/** The value itself if it can be stored, otherwise a copy without the offending characters. */
export function storable(value: JsonValue): JsonValue {
  return isClean(value) ? value : cleaned(value);
}

function isClean(value: JsonValue | undefined): boolean {
  if (typeof value === "string") return isCleanText(value);
  if (typeof value !== "object" || value === null) return true;
  for (const key in value) {
    if (!isCleanText(key)) return false;
    const inner = (value as JsonObject)[key];
    if (typeof inner !== "number" && !isClean(inner)) return false;
  }
  return true;
}

function isCleanText(text: string): boolean {
  return !UNSTORABLE.test(text);
}

function cleanText(text: string): string {
  return text.replace(UNSTORABLE_ALL, (found) => (found === "\0" ? "" : "\ufffd"));
}

function cleaned(value: JsonValue): JsonValue {
  if (typeof value === "string") return cleanText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((inner: JsonValue) => cleaned(inner));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      cleanText(key),
      cleaned(inner === undefined ? null : inner),
    ]),
  );
}
