/** The machine's clocks, read each time: tests and the system may move them. */
import { randomBytes } from "node:crypto";
import type { Clocks } from "./sample/true-time.ts";

/** The clocks of the machine. */
export const machineClocks: Clocks = {
  system: () => Date.now(),
  monotonic: () => performance.now(),
};

/** A mark for a run of the process. */
export function runMark(): string {
  return randomBytes(4).toString("hex");
}
