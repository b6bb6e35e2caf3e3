/** Zstandard (RFC 8878), where Node has it: since 22.15. */
import { promisify } from "node:util";
import zlib from "node:zlib";

/** In newer versions of Node than the types describe. */
type ZstdCompress = (
  body: Buffer,
  options: { readonly params: Readonly<Record<number, number>> },
  done: (error: Error | null, result: Buffer) => void,
) => void;

/** `ZSTD_c_compressionLevel`, a constant of zstd. */
const LEVEL = 100;
/** Up to the sixth, higher levels make rows no shorter; see docs/performance.md. */
const FASTEST = { params: { [LEVEL]: 1 } };

/** Compresses a body off the event loop; null if this Node has no zstd. */
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
