/** Files that people write with whatever editor they have. */
import { readFileSync } from "node:fs";

/** The encodings that a byte order mark names. Windows' editors write one before the first letter. */
const MARKED = [
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
] as const;

/** The text of a file, without a byte order mark: UTF-8, or UTF-16 if the mark says so. */
export function readTextFile(path: string): string {
  const bytes = readFileSync(path);
  const marked = MARKED.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  return new TextDecoder(marked?.encoding ?? "utf-8").decode(bytes);
}
