/** Reads the rows of a file from elsewhere: lines of JSON, each of the form that its table asks for. */

import { parseJson } from "@wakelog/kit/json/json.ts";
import type { z } from "zod";

/** Rows in one statement; those with tracks are large. */
const BATCH_ROWS = 1000;
const BATCH_CHARACTERS = 4_000_000;
/** Of one row; more than the database accepts. */
const MOST_CHARACTERS = 268_435_456;

/** Rows as they were written, and as they were read. */
export interface FileRows {
  readonly lines: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/**
 * The rows in a file, in pieces that the database takes at once.
 * @param file its name, for errors
 * @throws Error if a line is not a row of that form
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

/** The text of a file. @throws Error if it is not UTF-8, or too long */
export async function textIn(file: string, content: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  for await (const piece of decoded(file, content)) {
    text += piece;
    if (text.length > MOST_CHARACTERS) throw new Error(`${file} is too long`);
  }
  return text;
}

/** Characters may be cut where pieces are. */
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
  // Pieces of a row that has not ended yet.
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
