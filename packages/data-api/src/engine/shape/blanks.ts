/** Blanks: placeholders with which a request's plan and statement are built once for all values. */
import { randomUUID } from "node:crypto";
import { type ListValue, textOf, type Value } from "../request/query-shape.ts";
import { encode } from "../request/query-string.ts";

/** Secret, so that no request contains a blank. */
const SECRET = randomUUID().replaceAll("-", "");

/**
 * How a value may be transformed, keyed by the start of a blank after that transformation. A blank begins with an
 * asterisk and a control character, which each transformation treats differently.
 */
const WAYS: Readonly<Record<string, (text: string) => string>> = {
  "*\u0001": (text) => text,
  "%2A%01": encode,
  "*\\u0001": (text) => JSON.stringify(text).slice(1, -1),
  // The wildcard of `like`.
  "%\u0001": (text) => text.replaceAll("*", "%"),
};
const AS_IT_IS = "*\u0001";
const BLANK = new RegExp(`(\\*\u0001|%2A%01|\\*\\\\u0001|%\u0001)${SECRET}(\\d+)\\.`, "g");

/** Blanks for these values: a text for a text, a list for a list. */
export function blanksOf(values: readonly Value[]): readonly Value[] {
  return values.map((value, at) => {
    const text = `${AS_IT_IS}${SECRET}${at}.`;
    return typeof value === "string" ? text : { text, elements: [text] };
  });
}

/** Builds something from values. */
export type Fill<T> = (values: readonly Value[]) => T;

/**
 * Makes a text with blanks a function of values; null if there are no blanks.
 * @param found receives each blank's index
 */
export function textFill(blank: string, found: (at: number) => void): Fill<string> | null {
  if (!blank.includes(SECRET)) return null;
  const pieces: (string | Fill<string>)[] = [];
  let end = 0;
  for (const { 0: all, 1: beginning = "", 2: number, index } of blank.matchAll(BLANK)) {
    const at = Number(number);
    const write = WAYS[beginning] ?? String;
    found(at);
    pieces.push(blank.slice(end, index), (values) => write(textOf(values[at] ?? "")));
    end = index + all.length;
  }
  pieces.push(blank.slice(end));
  const filled = pieces.filter((piece) => piece !== "");
  const [only] = filled;
  if (filled.length === 1 && typeof only === "function") return only;
  return (values) => {
    let text = "";
    for (const piece of filled) text += typeof piece === "string" ? piece : piece(values);
    return text;
  };
}

/** Makes a list with only a list's blank a function of that list; null if it is anything else. */
export function listFill(
  blank: readonly unknown[],
  blanks: readonly Value[],
  found: (at: number) => void,
): Fill<ListValue["elements"]> | null {
  const [only] = blank;
  if (blank.length !== 1 || typeof only !== "string") return null;
  const at = blanks.findIndex((one) => typeof one !== "string" && one.text === only);
  if (at < 0) return null;
  found(at);
  return (values) => {
    const value = values[at] ?? "";
    return typeof value === "string" ? [value] : value.elements;
  };
}
