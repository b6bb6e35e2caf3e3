/** Shortens error texts, so that an error does not repeat everything the caller sent. */
import { ApiError } from "@wakelog/kit/errors.ts";

/** Length limits for error texts. */
export interface TextLimits {
  /** Characters of a value: quoted text, or text in parentheses after an equals sign. */
  readonly value: number;
  /** Bytes of UTF-8 in each of message, details and hint. */
  readonly text: number;
}

/** Enough to see what was wrong. */
export const SHORT_TEXTS: TextLimits = { value: 200, text: 1000 };

/** Shortens an error's texts; returns the same error if there is nothing to shorten. */
export function shortened(error: ApiError, limits: TextLimits): ApiError {
  const { code, status, reason, headers, members, cause } = error;
  const message = shortText(error.message, limits);
  const details = shortDetails(error.details, limits);
  const hint = error.hint === null ? null : shortText(error.hint, limits);
  if (message === error.message && details === error.details && hint === error.hint) return error;
  return new ApiError({ code, status, message, details, hint, reason, headers, members, cause });
}

/** Details are text, or a list of short names from the catalogue. */
function shortDetails(details: unknown, limits: TextLimits): unknown {
  return typeof details === "string" ? shortText(details, limits) : details;
}

/** The marks around a value, which spans from the first to the last, because it may contain marks. */
const MARKS: readonly (readonly [open: string, close: string])[] = [
  ['"', '"'],
  ["'", "'"],
  ["=(", ")"],
];

/** Most characters without a space on each side of a value, including its marks. */
const MARGIN = 20;

/** Replaces the cut part. */
const MORE = "…";

function shortText(text: string, limits: TextLimits): string {
  if (text.length <= limits.value) return text;
  const cut = MARKS.reduce((all, [open, close]) => shortValue(all, open, close, limits.value), text);
  return firstBytes(
    cut.replace(/\S+/g, (word) => shortWord(word, limits.value)),
    limits.text,
  );
}

/** Shortens a long name, or a value without marks; leaves values already cut between their marks. */
function shortWord(word: string, most: number): string {
  return word.length <= most + 2 * MARGIN ? word : firstCharacters(word, most) + MORE;
}

function shortValue(text: string, open: string, close: string, most: number): string {
  const start = text.indexOf(open) + open.length;
  const end = text.lastIndexOf(close);
  if (start < open.length || end - start <= most) return text;
  return text.slice(0, start) + firstCharacters(text.slice(start, end), most) + MORE + text.slice(end);
}

/** The first characters, without splitting a surrogate pair. */
function firstCharacters(text: string, length: number): string {
  const code = text.charCodeAt(length - 1);
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length);
}

function firstBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  // A character cut in the middle decodes as U+FFFD.
  const kept = bytes.subarray(0, most - Buffer.byteLength(MORE)).toString("utf8");
  return kept.replace(/\ufffd$/, "") + MORE;
}
