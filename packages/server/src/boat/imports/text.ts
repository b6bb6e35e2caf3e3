/** The text of a file, in pieces that take little time to read. */
import { TextDecoder } from "node:util";
import { slices } from "@wakelog/kit/time/slices.ts";
import { TruncatedFile } from "./row.ts";

/** Bytes of a piece. */
const PIECE = 16_384;
/** Characters that are enough to detect a format. */
const HEAD_CHARACTERS = 65_536;

/**
 * The text of bytes that were cut anywhere, in UTF-8 or UTF-16, without the characters that PostgreSQL does not take.
 * Everything else has its turn between the pieces.
 */
export async function* textOf(parts: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const pause = slices();
  let decoder: TextDecoder | null = null;
  let start: Buffer = Buffer.alloc(0);
  for await (const part of parts) {
    // The mark of an encoding may be cut, too.
    const bytes = decoder === null ? Buffer.concat([start, part]) : part;
    if (decoder === null && bytes.length < 2) {
      start = bytes;
      continue;
    }
    decoder ??= new TextDecoder(encodingOf(bytes));
    for (let at = 0; at < bytes.length; at += PIECE) {
      yield cleaned(decoder.decode(bytes.subarray(at, at + PIECE), { stream: true }));
      await pause();
    }
  }
  const rest = decoder === null ? start.toString() : decoder.decode();
  if (rest !== "") yield cleaned(rest);
}

/** The first characters of a text. */
export async function headOf(text: AsyncIterable<string>): Promise<string> {
  let head = "";
  try {
    for await (const piece of text) {
      head += piece;
      if (head.length >= HEAD_CHARACTERS) break;
    }
  } catch (error) {
    // The readable part of a truncated file is enough to detect its format.
    if (!(error instanceof TruncatedFile) || head === "") throw error;
  }
  return head;
}

/** The encoding by the byte order mark; loggers on Windows write UTF-16. */
function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  return start[0] === 0xfe && start[1] === 0xff ? "utf-16be" : "utf-8";
}

/** Without NUL and halves of characters, which JSON can name and PostgreSQL does not take. */
export function cleaned(text: string): string {
  const whole = text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, "");
  return whole.includes("\0") ? whole.replaceAll("\0", "") : whole;
}
