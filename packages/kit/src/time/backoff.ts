/** Delays between attempts. */
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waits `first` milliseconds, then twice as long each time up to `longest`, and yields each delay after waiting. Make
 * one attempt per value, and leave the loop on success. Ends as soon as the signal aborts, even during a delay.
 */
export async function* backoff(signal: AbortSignal, first: number, longest: number): AsyncGenerator<number> {
  for (let wait = Math.min(first, longest); !signal.aborted; wait = Math.min(2 * wait, longest)) {
    try {
      await sleep(wait, undefined, { signal });
    } catch {
      return;
    }
    yield wait;
  }
}
