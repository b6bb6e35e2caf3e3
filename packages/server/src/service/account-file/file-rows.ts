/** Reads rows of an untrusted file: lines of JSON, validated by their table's schema. */

import { parseJson } from "@wakelog/kit/json/json.ts";
import type { z } from "zod";

/** Rows per statement; those with tracks are large. */
const BATCH_ROWS = 1000;
const BATCH_CHARACTERS = 4_000_000;
/** Longest row; more than the database accepts. */
const MOST_CHARACTERS = 268_435_456;

/** Rows as text and parsed. */
export interface FileRows {
  readonly lines: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/**
 * The rows in a file, in batches for the database.
 * @param file its name, for errors
 * @throws Error if a line is not a valid row
 */
export async function* rowsInFile(
  file: string,
  content: AsyncIterable<Buffer>,
  form: z.ZodObject,
): AsyncGenerator<FileRows> {
  let read = 0;
  for await (const lines of batchesOf(file, content)) {
    const rows = lines.map((line, at) => {
      const row = form.safeParse(parseJson(line));
      if (row.success) return row.data;
      const [issue] = row.error.issues;
      const column = issue?.path.join(".") ?? "";
      throw new Error(
        `line ${read + at + 1} of ${file} is not a row of this table${column === "" ? "" : `: ${column}: ${issue?.message}`}`,
      );
    });
    read += lines.length;
    yield { lines, rows };
  }
}

/** Reads a file's text. @throws Error if it is not UTF-8, or too long */
export async function textIn(file: string, content: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  for await (const piece of decoded(file, content)) {
    text += piece;
    if (text.length > MOST_CHARACTERS) throw new Error(`${file} is too long`);
  }
  return text;
}

/** Chunks may split characters. */
async function* decoded(file: string, content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const piece of content) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  } catch (cause) {
    throw cause instanceof TypeError ? new Error(`${file} is not UTF-8`, { cause }) : cause;
  }
}

async function* batchesOf(file: string, content: AsyncIterable<Buffer>): AsyncGenerator<readonly string[]> {
  // Pieces of an incomplete row.
  let rest: string[] = [];
  let waiting = 0;
  let batch: string[] = [];
  let characters = 0;
  for await (const piece of decoded(file, content)) {
    const [start = "", ...others] = piece.split("\n");
    rest.push(start);
    waiting += start.length;
    if (waiting > MOST_CHARACTERS) throw new Error(`a row of ${file} is too long`);
    if (others.length === 0) continue;
    const lines = [rest.join(""), ...others.slice(0, -1)];
    rest = others.slice(-1);
    waiting = rest[0]?.length ?? 0;
    for (const line of lines) {
      batch.push(line);
      characters += line.length;
      if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
      yield batch;
      [batch, characters] = [[], 0];
    }
  }
  if (waiting > 0) throw new Error(`${file} ends in the middle of a row`);
  if (batch.length > 0) yield batch;
}
