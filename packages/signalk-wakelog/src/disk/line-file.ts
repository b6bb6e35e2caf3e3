/** Small files of one line, replaced as a whole. */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { decodeLine, encodeLine } from "./lines.ts";

/** Reads the value of a file; undefined if it is not there or damaged. */
export function readLineFile(path: string): unknown {
  try {
    return decodeLine(readFileSync(path).subarray(0, -1));
  } catch {
    return undefined;
  }
}

/** Replaces a file with one line. @throws the file system's error; the former file is then still there */
export function writeLineFile(path: string, value: unknown, options: { sync: boolean; mode?: number }): void {
  mkdirSync(dirname(path), { recursive: true });
  const next = `${path}.new`;
  try {
    const file = openSync(next, "w", options.mode ?? 0o644);
    try {
      const bytes = encodeLine(value);
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
      if (options.sync) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}
