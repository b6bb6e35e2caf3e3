import * as zlib from "node:zlib";

/** The polynomial of ISO 3309, reflected. */
const POLYNOMIAL = 0xedb88320;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
  return crc >>> 0;
});

/** The CRC-32 of zlib, computed in JavaScript: Node has it only since 20.15. */
export function crc32InJavaScript(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

const native: unknown = Reflect.get(zlib, "crc32");

/** The CRC-32 of zlib. */
export const crc32: (bytes: Uint8Array) => number =
  typeof native === "function" ? zlib.crc32 : crc32InJavaScript;
