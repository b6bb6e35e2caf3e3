/** Shortens the texts of errors, so that an error does not repeat all that the caller sent. */
import { ApiError } from "@wakelog/kit/errors.ts";

/** How much of a text an error shows. */
export interface TextLimits {
  /** Characters of a value: text in quotation marks, or in parentheses after an equals sign. */
  readonly value: number;
  /** Bytes of UTF-8 in the message, the details and the hint, each. */
  readonly text: number;
}

/** Enough to see what was wrong. */
export const SHORT_TEXTS: TextLimits = { value: 200, text: 1000 };

/** The error with its texts cut; the same error if there is nothing to cut. */
export function shortened(error: ApiError, limits: TextLimits): ApiError {
  const { code, status, reason, headers, cause } = error;
  const message = shortText(error.message, limits);
  const details = shortDetails(error.details, limits);
  const hint = error.hint === null ? null : shortText(error.hint, limits);
  if (message === error.message && details === error.details && hint === error.hint) return error;
  return new ApiError({ code, status, message, details, hint, reason, headers, cause });
}

/** Details are text, or a list of names from the catalogue, which are short already. */
function shortDetails(details: unknown, limits: TextLimits): unknown {
  return typeof details === "string" ? shortText(details, limits) : details;
}

/** The marks around a value, which reaches from the first to the last, because it may contain marks itself. */
const MARKS: readonly (readonly [open: string, close: string])[] = [
  ['"', '"'],
  ["'", "'"],
  ["=(", ")"],
];

/** How many characters may stand on each side of a value without a space between, its marks included. */
const MARGIN = 20;

/** Replaces what was cut. */
const MORE = "…";

function shortText(text: string, limits: TextLimits): string {
  if (text.length <= limits.value) return text;
  const cut = MARKS.reduce((all, [open, close]) => shortValue(all, open, close, limits.value), text);
  return firstBytes(
    cut.replace(/\S+/g, (word) => shortWord(word, limits.value)),
    limits.text,
  );
}

/** Cuts a long name, or a value that has no marks; a value that was already cut between its marks is left as it is. */
function shortWord(word: string, most: number): string {
  return word.length <= most + 2 * MARGIN ? word : firstCharacters(word, most) + MORE;
}

function shortValue(text: string, open: string, close: string, most: number): string {
  const start = text.indexOf(open) + open.length;
  const end = text.lastIndexOf(close);
  if (start < open.length || end - start <= most) return text;
  return text.slice(0, start) + firstCharacters(text.slice(start, end), most) + MORE + text.slice(end);
}

/** The first characters; never half of a surrogate pair. */
function firstCharacters(text: string, length: number): string {
  const code = text.charCodeAt(length - 1);
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length);
}

function firstBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  // A character that was cut in the middle is decoded as U+FFFD.
  const kept = bytes.subarray(0, most - Buffer.byteLength(MORE)).toString("utf8");
  return kept.replace(/\ufffd$/, "") + MORE;
}
