/** The dashboard's built files: found once, read on request, compressed once. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { compressed, isCompressible } from "./answer/compression.ts";

/** A file to serve. */
export interface WebFile {
  /** The value of Content-Type. */
  readonly type: string;
  /** Its entity tag. */
  readonly tag: string;
  /** Its length in bytes. */
  readonly size: number;
  /** Whether its name contains a content hash. */
  readonly isHashed: boolean;
  /** Its bytes. */
  read(): Promise<Buffer>;
  /** Some of its bytes. @param to the last byte, within the file */
  readPart(from: number, to: number): Promise<Buffer>;
  /** Its bytes in a coding; null if not worth compressing. Only these are cached in memory. */
  readCoded(coding: string): Promise<Buffer | null>;
}

/** Suffix of files that the build has compressed. */
const PREPARED = ".br";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".pmtiles": "application/vnd.pmtiles",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".woff2": "font/woff2",
};

/** All files below a folder, by path, such as `/assets/index.js`. No other path leads to a file. */
export function webFiles(folder: string): ReadonlyMap<string, WebFile> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    names
      .filter((entry) => entry.isFile() && !entry.name.endsWith(PREPARED))
      .map(({ parentPath, name }): [string, WebFile] => {
        const path = join(parentPath, name);
        const from = `/${relative(folder, path).split(sep).join("/")}`;
        return [from, webFile(path, from.startsWith("/assets/"))];
      }),
  );
}

/** Parts up to this size are read per request; larger ones are cut from the whole file. */
const SMALL_PART_BYTES = 262_144;

/** Reads a file once for concurrent requests: the map has many megabytes, and clients may be slow. */
function shared(path: string): () => Promise<Buffer> {
  let inUse: WeakRef<Buffer> | null = null;
  let reading: Promise<Buffer> | null = null;
  return async () => {
    const known = inUse?.deref();
    if (known !== undefined) return known;
    reading ??= readFile(path).finally(() => {
      reading = null;
    });
    const bytes = await reading;
    inUse = new WeakRef(bytes);
    return bytes;
  };
}

function webFile(path: string, isHashed: boolean): WebFile {
  const { size, mtimeMs } = statSync(path);
  const type = TYPES[extname(path)] ?? "application/octet-stream";
  const coded = new Map<string, Promise<Buffer | null>>();
  const read = shared(path);
  const compress = async (coding: string): Promise<Buffer | null> => {
    if (coding === "br" && existsSync(path + PREPARED)) return readFile(path + PREPARED);
    const body = await read();
    return isCompressible(body, type) ? compressed(body, coding) : null;
  };
  return {
    type,
    tag: `W/"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`,
    size,
    isHashed,
    read,
    async readPart(from, to) {
      if (to - from >= SMALL_PART_BYTES) return (await read()).subarray(from, to + 1);
      const file = await open(path);
      try {
        const part = Buffer.alloc(to - from + 1);
        const { bytesRead } = await file.read(part, 0, part.length, from);
        if (bytesRead < part.length) throw new Error(`${path} became shorter`);
        return part;
      } finally {
        await file.close();
      }
    },
    readCoded(coding) {
      const known = coded.get(coding) ?? compress(coding);
      coded.set(coding, known);
      // Retry after a failure.
      known.catch(() => coded.delete(coding));
      return known;
    },
  };
}
