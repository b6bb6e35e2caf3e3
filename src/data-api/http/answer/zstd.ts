/**
 * Zstandard (RFC 8878), for clients that accept nothing else. Node 20 does not have it, so a WebAssembly module does the
 * work. It runs on the event loop, so it compresses long bodies in slices, and one body at a time.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Zstd } from "@hpcc-js/wasm-zstd";
import { alone } from "../../../kit/time/one-at-a-time.ts";

/** Up to the sixth, higher levels make rows no shorter; see docs/performance.md. */
const LEVEL = 1;
/** Bytes in a slice; it takes half a millisecond. */
const SLICE = 65_536;

/** Loaded with the first answer that needs it, since it takes 13 MB. */
let library: Promise<Zstd> | null = null;
const inTurn = alone();

/** Compresses a body once the earlier ones are done. */
export function toZstd(body: Buffer): Promise<Buffer> {
  return inTurn(() => inSlices(body));
}

async function inSlices(body: Buffer): Promise<Buffer> {
  library ??= import("@hpcc-js/wasm-zstd").then((module) => module.Zstd.load());
  const zstd = await library;
  zstd.reset();
  zstd.setCompressionLevel(LEVEL);
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += SLICE) {
    if (at > 0) await nextTurn();
    // Copied, because the result is in the module's own memory.
    parts.push(Buffer.from(zstd.compressChunk(body.subarray(at, at + SLICE))));
  }
  parts.push(Buffer.from(zstd.compressEnd()));
  return Buffer.concat(parts);
}
