/** A file that is imported: its identity, its beginning, and its text as often as it is asked for. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { TextDecoder } from "node:util";
import { createGunzip } from "node:zlib";
import { TruncatedFile, UnreadableFile } from "../imports/row.ts";

const HEAD_CHARACTERS = 65_536;
const CHUNK_BYTES = 262_144;

export interface ImportFile {
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 of its bytes, hexadecimal. */
  hash(): Promise<string>;
  /** Its first characters. */
  head(): Promise<string>;
  /** Its text from the beginning on; `read` hears how many bytes were read so far. */
  text(read?: (bytes: number) => void): AsyncIterable<string>;
}

/**
 * Opens a file, gzipped or not, in UTF-8 or UTF-16.
 * @throws UnreadableFile when there is none, or it is a folder
 */
export async function openFile(path: string): Promise<ImportFile> {
  const info = await stat(path).catch(() => null);
  if (info === null) throw new UnreadableFile(`There is no file ${path}.`);
  if (!info.isFile()) throw new UnreadableFile(`${path} is no file.`);
  const start = await firstBytes(path);
  const isGzipped = start[0] === 0x1f && start[1] === 0x8b;
  const text: ImportFile["text"] = (read) => textOf(path, isGzipped, read ?? (() => {}));
  return {
    path,
    bytes: info.size,
    async hash() {
      const hash = createHash("sha256");
      await pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), hash);
      return hash.digest("hex");
    },
    async head() {
      let head = "";
      for await (const chunk of text()) {
        head += chunk;
        if (head.length >= HEAD_CHARACTERS) break;
      }
      return head;
    },
    text,
  };
}

async function* textOf(
  path: string,
  isGzipped: boolean,
  read: (bytes: number) => void,
): AsyncGenerator<string> {
  let bytes = 0;
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  file.on("data", (chunk) => {
    bytes += chunk.length;
    read(bytes);
  });
  const stream = isGzipped ? file.pipe(createGunzip()) : file;
  file.on("error", (cause) => stream.destroy(cause));
  let decoder: TextDecoder | null = null;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      decoder ??= new TextDecoder(encodingOf(chunk));
      yield decoder.decode(chunk, { stream: true });
    }
  } catch (cause) {
    if (isGzipped && cause instanceof Error && "code" in cause && cause.code === "Z_BUF_ERROR")
      throw new TruncatedFile("The compressed file ends in the middle: it was cut off.", { cause });
    throw cause;
  } finally {
    file.destroy();
  }
  const rest = decoder?.decode() ?? "";
  if (rest !== "") yield rest;
}

/** By the byte order mark; loggers on Windows write UTF-16. */
function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  return start[0] === 0xfe && start[1] === 0xff ? "utf-16be" : "utf-8";
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
