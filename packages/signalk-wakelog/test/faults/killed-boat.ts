/** A boat that is killed. */
import { join } from "node:path";
import { runUntilKilled } from "../killed.ts";

/** Lets a boat sail and kills it. @param afterMs its first row; @returns the serials of rows that its buffer had */
export function sailUntilKilled(
  folder: string,
  line: string,
  first: number,
  afterMs: number,
): Promise<number[]> {
  return runUntilKilled(join(import.meta.dirname, "quick-boat.ts"), [folder, line, String(first)], afterMs);
}
