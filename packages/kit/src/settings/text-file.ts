/** Reads files written with any text editor. */
import { readFileSync } from "node:fs";

/** Encodings by byte order mark, which Windows editors write first. */
const MARKED = [
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
] as const;

/** A file's text without its byte order mark: UTF-8, or UTF-16 if the mark or an ASCII first letter indicates it. */
export function readTextFile(path: string): string {
  const bytes = readFileSync(path);
  const marked = MARKED.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  return new TextDecoder(marked?.encoding ?? unmarked(bytes)).decode(bytes);
}

/** The encoding of a text without a mark. UTF-8 contains no zeros. */
function unmarked([first, second]: Uint8Array): string {
  if (first === 0 && second !== 0) return "utf-16be";
  return first !== 0 && second === 0 ? "utf-16le" : "utf-8";
}
