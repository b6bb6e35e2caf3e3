/** A file that is written completely before it is sent, so that no slow client keeps a transaction open. */
import { randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";

export interface Spooled {
  readonly bytes: number;
  /** The written bytes, readable once. */
  readonly content: Readable;
}

/**
 * Writes to a temporary file in a folder. The file is unlinked at once, so nothing remains once it was read or the
 * process has ended.
 * @param write ends or destroys the stream
 */
export async function spool(folder: string, write: (out: Writable) => Promise<unknown>): Promise<Spooled> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const draft = await open(path, "wx", 0o600);
  const file = await open(path, "r");
  try {
    await rm(path);
    await write(draft.createWriteStream());
    const { size } = await file.stat();
    return { bytes: size, content: file.createReadStream() };
  } catch (fault) {
    await file.close();
    throw fault;
  }
}
