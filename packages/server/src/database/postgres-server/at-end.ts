/** What must be done when this process ends, so that it leaves no server running and no half a file behind. */
import { constants } from "node:os";

const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const works = new Set<() => void>();

/**
 * Has something done, at once, when this process ends: by itself, or by a signal that nothing else deals with.
 * @returns what undoes that
 */
export function atEnd(work: () => void): () => void {
  if (works.size === 0) {
    process.once("exit", doAll);
    // First, as one that listens once is no longer counted when it has been called.
    for (const signal of ENDING) process.prependListener(signal, told);
  }
  works.add(work);
  return () => {
    if (!works.delete(work) || works.size > 0) return;
    process.removeListener("exit", doAll);
    for (const signal of ENDING) process.removeListener(signal, told);
  };
}

/** By default a signal would end the process at once, and nothing would be done. */
function told(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
}

function doAll(): void {
  for (const work of works) work();
}
