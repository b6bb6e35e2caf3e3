/**
 * Splits a long JSON row into pieces that are JSON themselves: cut at commas, and completed with the open brackets. If
 * every piece is valid, so is the row.
 */
import type { Cut } from "./json-structure.ts";

/** The position of a row in its body. */
export interface Row {
  readonly start: number;
  /** Undefined for the end of the body. */
  readonly end: number | undefined;
  readonly cuts: readonly Cut[];
  /** Whether it is an array element, and whether it is the last. */
  readonly isElement: boolean;
  readonly isLast: boolean;
}

const CLOSING: Readonly<Record<string, string>> = { "[": "]", "{": "}" };

/**
 * The pieces of a row, in order.
 * @param keyOf returns a known key of the row, to stand where a piece continues a value
 */
export function* piecesOf(body: Buffer, row: Row, keyOf: () => string): Generator<string> {
  const outer = row.isElement ? "[" : "";
  let [from, before] = [row.start, outer];
  for (const { at, open } of row.cuts) {
    yield before + body.toString("utf8", from, at) + closing(open);
    [from, before] = [at + 1, opening(open, outer.length, keyOf())];
  }
  yield before + body.toString("utf8", from, row.end) + (row.isLast ? "" : closing(outer));
}

/** Stands in for the text before a comma. */
function opening(open: string, rowLevel: number, key: string): string {
  const brackets = [...open].map((bracket, level) => {
    const value = level === open.length - 1 ? "0," : "";
    if (bracket === "[") return `[${value}`;
    return `{${JSON.stringify(level === rowLevel ? key : "")}:${value}`;
  });
  return brackets.join("");
}

function closing(open: string): string {
  return [...open]
    .map((bracket) => CLOSING[bracket])
    .reverse()
    .join("");
}
