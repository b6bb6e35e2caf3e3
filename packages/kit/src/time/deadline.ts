/** Work that is aborted when it takes too long. */

/**
 * Does work that heeds a signal. The signal aborts with a `TimeoutError` after so many milliseconds, and with the
 * reason of `stopping` when that aborts. `AbortSignal.any` would do, but in Node 20 the garbage collector may take such
 * a signal away together with its timer, and then the work never ends.
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
