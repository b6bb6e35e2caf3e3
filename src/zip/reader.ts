/** Reads the files in a zip file, each as a stream. */
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { crc32, createInflateRaw } from "node:zlib";
import { MARKS } from "./marks.ts";

/** Its end has a comment of at most 65 535 bytes behind it. */
const END_BYTES = 22 + 0xffff;
const METHODS = { stored: 0, deflated: 8 } as const;

interface Listed {
  readonly method: number;
  readonly sum: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

/** The contents of a zip file. */
export interface ZipFile {
  readonly names: readonly string[];
  /**
   * The bytes of a file in it.
   * @throws Error if there is none of that name, or it is damaged
   */
  content(name: string): AsyncGenerator<Buffer>;
}

/** Whether a file is one. */
export async function isZip(path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.readUInt32LE(0) === MARKS.file;
  } finally {
    await file.close();
  }
}

/** @throws Error if it is not one, or not whole */
export async function openZip(path: string): Promise<ZipFile> {
  const file = await open(path, "r");
  let listed: ReadonlyMap<string, Listed>;
  try {
    listed = await readList(file, path);
  } finally {
    await file.close();
  }
  return {
    names: [...listed.keys()],
    async *content(name) {
      const entry = listed.get(name);
      if (entry === undefined) throw new Error(`${path} has no ${name}`);
      yield* contentOf(path, name, entry);
    },
  };
}

async function* contentOf(path: string, name: string, entry: Listed): AsyncGenerator<Buffer> {
  if (entry.size === 0) return;
  const start = await startOf(path, entry.at);
  const packed = createReadStream(path, { start, end: start + entry.packed - 1 });
  const unpacked =
    entry.method === METHODS.stored
      ? packed
      : packed.pipe(createInflateRaw()).on("close", () => packed.destroy());
  let [sum, size] = [0, 0];
  for await (const piece of unpacked) {
    sum = crc32(piece, sum);
    size += piece.length;
    // It would never end well, and may be very long.
    if (size > entry.size) break;
    yield piece;
  }
  if (sum !== entry.sum || size !== entry.size) throw new Error(`${name} in ${path} is damaged`);
}

/** Where the bytes begin: behind a head with a name and more. */
async function startOf(path: string, at: number): Promise<number> {
  const file = await open(path, "r");
  try {
    const { buffer } = await file.read(Buffer.alloc(30), 0, 30, at);
    if (buffer.readUInt32LE(0) !== MARKS.file) throw new Error(`${path} is damaged`);
    return at + 30 + buffer.readUInt16LE(26) + buffer.readUInt16LE(28);
  } finally {
    await file.close();
  }
}

async function readList(file: FileHandle, path: string): Promise<ReadonlyMap<string, Listed>> {
  const { size } = await file.stat();
  const length = Math.min(size, END_BYTES);
  const { buffer: tail } = await file.read(Buffer.alloc(length), 0, length, size - length);
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(MARKS.end);
  const end = tail.lastIndexOf(mark);
  if (end < 0 || end + 22 > tail.length) throw new Error(`${path} is not a whole zip file`);
  const [bytes, start] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (start + bytes > size) throw new Error(`${path} is not a whole zip file`);
  const { buffer: list } = await file.read(Buffer.alloc(bytes), 0, bytes, start);
  const entries = new Map<string, Listed>();
  for (let at = 0; at + 46 <= list.length; ) {
    if (list.readUInt32LE(at) !== MARKS.listed) throw new Error(`${path} is damaged`);
    const nameEnd = at + 46 + list.readUInt16LE(at + 28);
    entries.set(list.toString("utf8", at + 46, nameEnd), {
      method: list.readUInt16LE(at + 10),
      sum: list.readUInt32LE(at + 16),
      packed: list.readUInt32LE(at + 20),
      size: list.readUInt32LE(at + 24),
      at: list.readUInt32LE(at + 42),
    });
    at = nameEnd + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32);
  }
  return entries;
}
