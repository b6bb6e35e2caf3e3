/** Lines of the buffer's files: a CRC-32 in 8 hex digits, a space, JSON, a line feed. */
import { crc32 } from "./crc32.ts";

const LINE_FEED = 10;
const SPACE = 32;
const PREFIX = 9;

/** A line with its CRC and line feed. */
export function encodeLine(value: unknown): Buffer {
  const json = Buffer.from(JSON.stringify(value));
  return Buffer.concat([Buffer.from(`${hexOf(json)} `), json, Buffer.of(LINE_FEED)]);
}

/** The JSON text of a line without its line feed; undefined if the line is damaged. */
export function textOfLine(line: Buffer): string | undefined {
  if (line.length <= PREFIX || line[PREFIX - 1] !== SPACE) return undefined;
  const json = line.subarray(PREFIX);
  return line.toString("latin1", 0, PREFIX - 1) === hexOf(json) ? json.toString("utf8") : undefined;
}

/** The value of a line without its line feed; undefined if the line is damaged. */
export function decodeLine(line: Buffer): unknown {
  const text = textOfLine(line);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Calls back with each whole line. @returns the length up to the last line feed */
export function eachLine(bytes: Buffer, use: (line: Buffer, offset: number) => void): number {
  let start = 0;
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
    use(bytes.subarray(start, end), start);
    start = end + 1;
  }
  return start;
}

function hexOf(json: Buffer): string {
  return crc32(json).toString(16).padStart(8, "0");
}
