/** A file to import: hash, head and text, which can be read repeatedly. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { TruncatedFile, UnreadableFile } from "../../boat/imports/row.ts";
import { headOf, textOf } from "../../boat/imports/text.ts";

const CHUNK_BYTES = 262_144;

export interface ImportFile {
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 of its bytes, hexadecimal. */
  hash(): Promise<string>;
  /** Its first characters. */
  head(): Promise<string>;
  /** The whole text; `read` is called with the number of bytes read so far. */
  text(read?: (bytes: number) => void): AsyncIterable<string>;
}

/**
 * Opens a file, gzipped or not, in UTF-8 or UTF-16.
 * @throws UnreadableFile if it does not exist or is a folder
 */
export async function openFile(path: string): Promise<ImportFile> {
  const info = await stat(path).catch(() => null);
  if (info === null) throw new UnreadableFile(`There is no file ${path}.`);
  if (!info.isFile()) throw new UnreadableFile(`${path} is not a file.`);
  const start = await firstBytes(path);
  const isGzipped = start[0] === 0x1f && start[1] === 0x8b;
  const text: ImportFile["text"] = (read) => textOf(bytesOf(path, isGzipped, read ?? (() => {})));
  return {
    path,
    bytes: info.size,
    async hash() {
      const hash = createHash("sha256");
      await pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), hash);
      return hash.digest("hex");
    },
    head: () => headOf(text()),
    text,
  };
}

async function* bytesOf(
  path: string,
  isGzipped: boolean,
  read: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  try {
    for await (const chunk of isGzipped ? unzipped(file) : (file as AsyncIterable<Buffer>)) {
      read(file.bytesRead);
      yield chunk;
    }
  } finally {
    file.destroy();
  }
}

/** Unlike a pipe, yields everything before the end of a truncated file, then fails. */
async function* unzipped(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const unpacked: Buffer[] = [];
  gunzip.on("data", (part: Buffer) => unpacked.push(part));
  const step = (begin: (done: () => void) => void): Promise<void> =>
    new Promise((done, fail) => {
      gunzip.once("error", fail);
      begin(() => {
        gunzip.off("error", fail);
        done();
      });
    });
  const take = (): Buffer[] => unpacked.splice(0);
  for await (const chunk of file) {
    await step((done) => gunzip.write(chunk, done));
    yield* take();
  }
  try {
    await step((done) => {
      gunzip.once("end", done);
      gunzip.end();
    });
  } catch (cause) {
    yield* take();
    throw new TruncatedFile("The compressed file ends in the middle: it was cut off.", { cause });
  }
  yield* take();
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
