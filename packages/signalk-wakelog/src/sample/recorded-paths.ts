/** Which paths are recorded, and which values an object stands for. */
import type { Value } from "../buffer/row.ts";

const LONGEST_TEXT = 200;
const LONGEST_PATH = 200;

/** Paths under these are not recorded. */
const LEFT_OUT = [
  "notifications",
  "design",
  "communication",
  "resources",
  "environment.sun",
  "environment.sunlight",
  "environment.moon",
  "environment.forecast",
  "navigation.course",
  "navigation.courseRhumbline",
  "navigation.courseGreatCircle",
  // The columns of a row.
  "navigation.position",
  "navigation.datetime",
];

/** Whether a path's values are recorded. */
export function isRecorded(path: string): boolean {
  if (path === "" || path.length > LONGEST_PATH || /(^|\.)forecasts?(\.|$)/i.test(path)) return false;
  return !LEFT_OUT.some((prefix) => path === prefix || path.startsWith(`${prefix}.`));
}

/** Makes a test of paths from patterns with `*`. */
export function matcherOf(patterns: readonly string[]): (path: string) => boolean {
  const all = patterns.map((pattern) => pattern.split("*"));
  return (path) => all.some((parts) => matches(parts, path));
}

/** Whether a text is these parts with anything between them. Without a regular expression, many of them take no longer. */
function matches([first = "", ...others]: readonly string[], text: string): boolean {
  const last = others.pop();
  if (last === undefined) return text === first;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.startsWith(first) && text.endsWith(last) && text.length - last.length >= at;
}

/** The values that a path's value stands for: of an object its numbers. Null means that there is none any longer. */
export function* flatten(
  path: string,
  value: unknown,
): Generator<readonly [path: string, value: Value | null]> {
  // However deep an object is.
  if (path.length > LONGEST_PATH) return;
  if (value === null || value === undefined) yield [path, null];
  else if (typeof value === "number") yield [path, Number.isFinite(value) ? value : null];
  else if (typeof value === "boolean") yield [path, value];
  else if (typeof value === "string") {
    if (value.length <= LONGEST_TEXT) yield [path, value];
  } else if (typeof value === "object" && !Array.isArray(value)) {
    for (const [key, part] of Object.entries(value)) {
      if (typeof part === "number" || part === null || (typeof part === "object" && !Array.isArray(part))) {
        yield* flatten(`${path}.${key}`, part);
      }
    }
  }
}

/** A number to so many significant digits. */
export function significant(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}
