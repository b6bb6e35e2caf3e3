/** Parts of files (RFC 9110, section 14). */
import type { IncomingMessage } from "node:http";

/** The first and the last byte of a part, counted from 0; "none" if the file ends before. */
export type ByteRange = { readonly from: number; readonly to: number } | "none";

/**
 * The part of a file that a request asks for; null if it asks for the whole, for several parts at once or in words that are
 * not understood, which the whole file answers too.
 * @param tag the entity tag of the file; null if it is weak, and so does not say whether two parts fit together
 */
export function rangeOf(
  { method, headers }: IncomingMessage,
  size: number,
  tag: string | null = null,
): ByteRange | null {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? "") ?? [];
  if (method !== "GET" || (first === "" && last === "")) return null;
  // A client with parts of another version wants the whole file (RFC 9110, section 13.1.5).
  if (headers["if-range"] !== undefined && headers["if-range"] !== tag) return null;
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < from) return null;
  return from < size && (first !== "" || Number(last) > 0) ? { from, to } : "none";
}
