/** Aborts work that takes too long. */

/**
 * Runs work with an abort signal, which aborts with a `TimeoutError` after so many milliseconds, or with the reason of
 * `stopping`. Not `AbortSignal.any`: in Node 20, garbage collection may remove such a signal with its timer, and the
 * work never ends.
 */
export async function withDeadline<T>(
  milliseconds: number,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const aborting = new AbortController();
  const stop = () => aborting.abort(stopping.reason);
  const timer = setTimeout(
    () => aborting.abort(new DOMException(`no end within ${milliseconds} ms`, "TimeoutError")),
    milliseconds,
  );
  stopping.addEventListener("abort", stop);
  if (stopping.aborted) stop();
  try {
    return await work(aborting.signal);
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener("abort", stop);
  }
}
