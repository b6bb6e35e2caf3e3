/** The text of a file, in pieces that are quick to process. */
import { TextDecoder } from "node:util";
import { slices } from "@wakelog/kit/time/slices.ts";
import { TruncatedFile } from "./row.ts";

/** Bytes per piece. */
const PIECE = 16_384;
/** Characters needed to detect a format. */
const HEAD_CHARACTERS = 65_536;

/**
 * Decodes UTF-8 or UTF-16 bytes that may be cut anywhere, dropping characters that PostgreSQL rejects. Yields to the
 * event loop between pieces.
 */
export async function* textOf(parts: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const pause = slices();
  let decoder: TextDecoder | null = null;
  let start: Buffer = Buffer.alloc(0);
  for await (const part of parts) {
    // The byte order mark may be split too.
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

/** The start of a text. */
export async function headOf(text: AsyncIterable<string>): Promise<string> {
  let head = "";
  try {
    for await (const piece of text) {
      head += piece;
      if (head.length >= HEAD_CHARACTERS) break;
    }
  } catch (error) {
    // The readable part of a truncated file is enough.
    if (!(error instanceof TruncatedFile) || head === "") throw error;
  }
  return head;
}

/** The encoding by byte order mark; Windows loggers write UTF-16. */
function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  return start[0] === 0xfe && start[1] === 0xff ? "utf-16be" : "utf-8";
}

/** Removes NUL and lone surrogates, which JSON can express and PostgreSQL rejects. */
export function cleaned(text: string): string {
  const whole = text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, "");
  return whole.includes("\0") ? whole.replaceAll("\0", "") : whole;
}
