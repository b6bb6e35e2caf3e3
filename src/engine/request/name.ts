/** Names of columns, relations, aliases and hints: bare, or in double quotes. */
import type { Scanner } from "./scanner.ts";

/** What the protocol calls a name where one is missing. */
export const FIELD_NAME = "field name (* or [a..z0..9_$])";

/** Bare: letters of any script, digits, `_`, `$`, inner blanks, and dashes that do not begin an arrow. */
const BARE = /(?:[\p{L}\p{M}\p{N}_ $]|-(?!>))+/uy;
const BARE_ASCII = /[A-Za-z0-9_$]+/y;
const QUOTED = /"(?:[^"\\]|\\.)*"/sy;

/** Whether a character code may be part of a bare name beyond plain ASCII letters, digits, `_` and `$`. */
function continues(code: number): boolean {
  return code === 32 || code === 45 || code > 127;
}

/** Reads text in double quotes, in which a backslash takes the next character as it is; null where none is. */
export function readQuoted(scanner: Scanner): string | null {
  if (!scanner.sees('"')) return null;
  const found = scanner.match(QUOTED);
  if (found === null) return null;
  const inner = found.slice(1, -1);
  return inner.includes("\\") ? inner.replace(/\\(.)/gs, "$1") : inner;
}

/** @throws ApiError PGRST100 where no name comes next */
export function readName(scanner: Scanner, expected = FIELD_NAME): string {
  const start = scanner.pos;
  const plain = scanner.match(BARE_ASCII);
  if (plain !== null && !continues(scanner.text.charCodeAt(scanner.pos))) return plain;
  scanner.pos = start;
  const quoted = readQuoted(scanner);
  if (quoted !== null) return quoted;
  const bare = scanner.match(BARE)?.trim() ?? "";
  if (bare === "") {
    scanner.pos = start;
    scanner.fail(expected);
  }
  return bare;
}
