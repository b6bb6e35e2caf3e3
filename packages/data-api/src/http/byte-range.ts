/** Byte ranges of files (RFC 9110, section 14). */
import type { IncomingMessage } from "node:http";

/** First and last byte, counted from 0; "none" if the file ends before them. */
export type ByteRange = { readonly from: number; readonly to: number } | "none";

/**
 * The requested range; null for the whole file, which also answers several ranges and invalid ones.
 * @param tag the file's entity tag; null if weak, because parts might then not fit together
 */
export function rangeOf(
  { method, headers }: IncomingMessage,
  size: number,
  tag: string | null = null,
): ByteRange | null {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? "") ?? [];
  if (method !== "GET" || (first === "" && last === "")) return null;
  // A client with parts of another version needs the whole file (RFC 9110, section 13.1.5).
  if (headers["if-range"] !== undefined && headers["if-range"] !== tag) return null;
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < from) return null;
  return from < size && (first !== "" || Number(last) > 0) ? { from, to } : "none";
}
