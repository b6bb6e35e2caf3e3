/**
 * Converts the server's errors to {@link DatabaseError}.
 * @see https://www.postgresql.org/docs/current/protocol-error-fields.html
 */
import { DatabaseError } from "../database.ts";

/** An ErrorResponse. */
export interface ServerReport {
  readonly error: DatabaseError;
  /** Whether the server closes the connection: no ReadyForQuery follows. */
  readonly isFatal: boolean;
}

/** Parses an ErrorResponse: a letter and a NUL-terminated text each, until a zero byte. */
export function serverReport(bytes: Buffer, start: number, end: number): ServerReport {
  const fields = new Map<string, string>();
  let at = start;
  while (at < end && bytes[at] !== 0) {
    const stop = bytes.indexOf(0, at + 1);
    if (stop < 0 || stop >= end) break;
    fields.set(String.fromCharCode(bytes[at] ?? 0), bytes.toString("utf8", at + 1, stop));
    at = stop + 1;
  }
  const field = (letter: string): string | null => fields.get(letter) ?? null;
  // V is the severity in English, S is localized.
  const severity = field("V") ?? field("S");
  const position = field("P");
  const error = new DatabaseError({
    message: field("M") ?? "the server reported an error without a message",
    sqlstate: field("C") ?? "XX000",
    detail: field("D"),
    hint: field("H"),
    schema: field("s"),
    table: field("t"),
    column: field("c"),
    constraint: field("n"),
    routine: field("R"),
    position: position === null ? null : Number(position),
  });
  return { error, isFatal: severity === "FATAL" || severity === "PANIC" };
}
