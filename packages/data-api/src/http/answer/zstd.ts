/** Zstandard (RFC 8878), available in Node from 22.15. */
import { promisify } from "node:util";
import zlib from "node:zlib";

/** Newer than Node's type definitions. */
type ZstdCompress = (
  body: Buffer,
  options: { readonly params: Readonly<Record<number, number>> },
  done: (error: Error | null, result: Buffer) => void,
) => void;

/** `ZSTD_c_compressionLevel` in zstd. */
const LEVEL = 100;
/** Levels up to 6 compress rows no better; see docs/performance.md. */
const FASTEST = { params: { [LEVEL]: 1 } };

/** Compresses a body off the event loop; null if Node lacks zstd. */
export const toZstd: ((body: Buffer) => Promise<Buffer>) | null = encoder(Reflect.get(zlib, "zstdCompress"));

function encoder(compress: unknown): ((body: Buffer) => Promise<Buffer>) | null {
  if (!isZstdCompress(compress)) return null;
  return promisify((body: Buffer, done: (error: Error | null, result: Buffer) => void) =>
    compress(body, FASTEST, done),
  );
}

function isZstdCompress(found: unknown): found is ZstdCompress {
  return typeof found === "function";
}
