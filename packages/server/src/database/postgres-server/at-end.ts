/** Clean-up when this process ends, so that it leaves no server running and no partial file. */
import { constants } from "node:os";

const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const works = new Set<() => void>();

/**
 * Runs `work` when this process ends, by itself or by a signal without other handlers. Must be synchronous.
 * @returns a function that cancels it
 */
export function atEnd(work: () => void): () => void {
  if (works.size === 0) {
    process.once("exit", doAll);
    // First, because a `once` listener no longer counts after it was called.
    for (const signal of ENDING) process.prependListener(signal, onSignal);
  }
  works.add(work);
  return () => {
    if (!works.delete(work) || works.size > 0) return;
    process.removeListener("exit", doAll);
    for (const signal of ENDING) process.removeListener(signal, onSignal);
  };
}

/** By default a signal would end the process at once, without clean-up. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
}

function doAll(): void {
  for (const work of works) work();
}
