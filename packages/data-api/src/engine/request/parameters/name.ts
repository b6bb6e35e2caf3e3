/** Names of columns, relations, aliases and hints: bare, or in double quotes. */
import type { Scanner } from "./scanner.ts";

/** How the protocol's errors describe a missing name. */
export const FIELD_NAME = "field name (* or [a..z0..9_$])";
const NAME: readonly string[] = [FIELD_NAME];

/** A bare name: letters of any script, digits, `_`, `$`, inner spaces, and single dashes between them. */
const BARE = /[\p{L}\p{M}\p{N}_ $]+(?:-[\p{L}\p{M}\p{N}_ $]+)*/uy;
const DASH = /-(?!>)/y;
const BARE_ASCII = /[A-Za-z0-9_$]+/y;
const QUOTED = /"(?:[^"\\]|\\.)*"/sy;

/** Whether a character code may be part of a bare name beyond plain ASCII letters, digits, `_` and `$`. */
function continues(code: number): boolean {
  return code === 32 || code === 45 || code > 127;
}

/** Reads text in double quotes, in which a backslash escapes the next character; null if there is none. */
export function readQuoted(scanner: Scanner): string | null {
  if (!scanner.sees('"')) return null;
  const found = scanner.match(QUOTED);
  if (found === null) return null;
  const inner = found.slice(1, -1);
  return inner.includes("\\") ? inner.replace(/\\(.)/gs, "$1") : inner;
}

/** Reads a name in double quotes; null if none begins here. @throws ApiError PGRST100 if it does not end */
export function readQuotedName(scanner: Scanner): string | null {
  if (!scanner.sees('"')) return null;
  const name = readQuoted(scanner);
  if (name !== null) return name;
  scanner.rest();
  return scanner.fail('"\\\\"', '"\\""');
}

/** For errors: what could have followed the name or the JSON path that was just read. */
export function afterName({ text, pos }: Scanner): readonly string[] {
  const arrows = ['"->>"', '"->"'];
  return text[pos - 1] === '"' ? arrows : ["letter", "digit", '"-"', ...arrows];
}

/** @throws ApiError PGRST100 if no name follows */
export function readName(scanner: Scanner, expected = NAME): string {
  const start = scanner.pos;
  const plain = scanner.match(BARE_ASCII);
  if (plain !== null && !continues(scanner.text.charCodeAt(scanner.pos))) return plain;
  scanner.pos = start;
  const quoted = readQuotedName(scanner);
  if (quoted !== null) return quoted;
  const bare = scanner.match(BARE)?.trim() ?? "";
  if (bare === "") {
    scanner.pos = start;
    scanner.fail(...expected);
  }
  if (scanner.match(DASH) !== null) scanner.fail('">"', "letter", "digit");
  return bare
    .split("-")
    .map((part) => part.trim())
    .join("-");
}
