/** Reads files from a zip file, written by any program, as streams. */
import { open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { type Entry, type ZipFile as Opened, openPromise } from "yauzl";
import { MARKS } from "./marks.ts";

/** The contents of a zip file. */
export interface ZipFile {
  /** The wanted files in it. */
  readonly names: readonly string[];
  /** The bytes of a file in it. @throws Error if it is missing, corrupt, or longer than declared */
  content(name: string): AsyncGenerator<Buffer>;
}

/** Whether a file is a zip file. */
export async function isZip(path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.readUInt32LE(0) === MARKS.file;
  } finally {
    await file.close();
  }
}

/**
 * Reads the list of files.
 * @param wanted whether a file will be read; others take no memory
 * @throws Error if it is not a zip file, or incomplete
 */
export async function openZip(
  path: string,
  wanted: (name: string) => boolean = () => true,
): Promise<ZipFile> {
  const listed = new Map<string, Entry>();
  await opened(path, async (zip) => {
    for await (const entry of zip.eachEntry()) {
      if (!wanted(entry.fileName)) continue;
      if (listed.has(entry.fileName)) throw new Error(`${path} contains ${entry.fileName} twice`);
      listed.set(entry.fileName, entry);
    }
  });
  return {
    names: [...listed.keys()],
    async *content(name) {
      const entry = listed.get(name);
      if (entry === undefined) throw new Error(`${path} has no ${name}`);
      if (!entry.canDecodeFileData())
        throw new Error(`${name} in ${path} is encrypted, or uses an unsupported compression`);
      yield* contentOf(path, entry);
    },
  };
}

async function* contentOf(path: string, entry: Entry): AsyncGenerator<Buffer> {
  const zip = await openPromise(path, { autoClose: false });
  try {
    let sum = 0;
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      const bytes = Buffer.from(piece);
      sum = crc32(bytes, sum);
      yield bytes;
    }
    if (sum !== entry.crc32) throw new Error("the checksum differs");
  } catch (cause) {
    throw damaged(`${entry.fileName} in ${path}`, cause);
  } finally {
    zip.close();
  }
}

async function opened(path: string, work: (zip: Opened) => Promise<void>): Promise<void> {
  const zip = await openPromise(path, { autoClose: false }).catch((cause: unknown) => {
    throw damaged(path, cause);
  });
  try {
    await work(zip);
  } catch (cause) {
    throw damaged(path, cause);
  } finally {
    zip.close();
  }
}

function damaged(what: string, cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new Error(`${what} is damaged, or not a complete zip file: ${why}`, { cause });
}
