/** Waiting until a time comes. */
import { setTimeout as sleep } from "node:timers/promises";

/** Resolves at a time, in milliseconds of `performance.now()`; at once if it has passed. */
export async function reached(time: number): Promise<void> {
  const left = time - performance.now();
  if (left > 0) await sleep(left);
}
