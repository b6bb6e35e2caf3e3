/** Blanks: values that stand for all others while a request's plan and statement are made once for all of them. */
import { randomUUID } from "node:crypto";
import { type ListValue, textOf, type Value } from "../request/query-shape.ts";
import { encode } from "../request/query-string.ts";

/** Secret, so that no request contains a blank. */
const SECRET = randomUUID().replaceAll("-", "");

/**
 * How a value may come out, each with the beginning of a blank that came out so. A blank begins with an asterisk and a
 * control character, because each way of writing treats them differently.
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

/** Blanks in place of these values: texts of texts, lists of lists. */
export function blanksOf(values: readonly Value[]): readonly Value[] {
  return values.map((value, at) => {
    const text = `${AS_IT_IS}${SECRET}${at}.`;
    return typeof value === "string" ? text : { text, elements: [text] };
  });
}

/** Makes something of values. */
export type Fill<T> = (values: readonly Value[]) => T;

/** A text with blanks as one of values; null if there are none. @param found receives each blank's place among the values */
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

/** A list with the blank of a list as its only element as that list; null if it is not one. */
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
