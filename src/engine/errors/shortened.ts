/** Errors as short as they need to be: what a caller sent need not come back whole. */
import { ApiError } from "../../errors.ts";

/** How much of a text an error shows. */
export interface TextLimits {
  /** Characters of a value, which is what stands between quotation marks or after an equals sign in parentheses. */
  readonly value: number;
  /** Bytes of a message, of the details and of the hint, each in UTF-8. */
  readonly text: number;
}

/** The error with its texts cut; the same if there is nothing to cut. */
export function shortened(error: ApiError, limits: TextLimits): ApiError {
  const { code, status, reason, headers, cause } = error;
  const message = shortText(error.message, limits);
  const details = shortDetails(error.details, limits);
  const hint = error.hint === null ? null : shortText(error.hint, limits);
  if (message === error.message && details === error.details && hint === error.hint) return error;
  return new ApiError({ code, status, message, details, hint, reason, headers, cause });
}

/** Details are text, or what the protocol lists there: names of the catalogue, which are short already. */
function shortDetails(details: unknown, limits: TextLimits): unknown {
  return typeof details === "string" ? shortText(details, limits) : details;
}

/** What values stand between. From the first mark to the last, as a value may hold marks of its own. */
const MARKS: readonly (readonly [open: string, close: string])[] = [
  ['"', '"'],
  ["'", "'"],
  ["=(", ")"],
];

/** What may stand about a value without a blank. */
const MARGIN = 20;

/** What stands for the rest. */
const MORE = "…";

function shortText(text: string, limits: TextLimits): string {
  if (text.length <= limits.value) return text;
  const cut = MARKS.reduce((all, [open, close]) => shortValue(all, open, close, limits.value), text);
  return firstBytes(
    cut.replace(/\S+/g, (word) => shortWord(word, limits.value)),
    limits.text,
  );
}

/** What stands in no marks but is no words either: a name, a value. With room for the marks of a value cut before. */
function shortWord(word: string, most: number): string {
  return word.length <= most + 2 * MARGIN ? word : firstCharacters(word, most) + MORE;
}

function shortValue(text: string, open: string, close: string, most: number): string {
  const start = text.indexOf(open) + open.length;
  const end = text.lastIndexOf(close);
  if (start < open.length || end - start <= most) return text;
  return text.slice(0, start) + firstCharacters(text.slice(start, end), most) + MORE + text.slice(end);
}

/** The first characters; never half of one that JavaScript writes as two. */
function firstCharacters(text: string, length: number): string {
  const code = text.charCodeAt(length - 1);
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length);
}

function firstBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  // A character of which only the first bytes are left becomes U+FFFD.
  const kept = bytes.subarray(0, most - Buffer.byteLength(MORE)).toString("utf8");
  return kept.replace(/\ufffd$/, "") + MORE;
}
