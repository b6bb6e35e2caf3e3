/** Files that people write with whatever editor they have. */
import { readFileSync } from "node:fs";

/** The encodings that a byte order mark names. Windows' editors write one before the first letter. */
const MARKED = [
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
] as const;

/** The text of a file, without a byte order mark: UTF-8, or UTF-16 if the mark or a first letter of ASCII says so. */
export function readTextFile(path: string): string {
  const bytes = readFileSync(path);
  const marked = MARKED.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  return new TextDecoder(marked?.encoding ?? unmarked(bytes)).decode(bytes);
}

/** The encoding of a text without a mark. In UTF-8 there are no zeros. */
function unmarked([first, second]: Uint8Array): string {
  if (first === 0 && second !== 0) return "utf-16be";
  return first !== 0 && second === 0 ? "utf-16le" : "utf-8";
}
