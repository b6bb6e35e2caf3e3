/** Keeps the embedded server running. */
import type { Observe } from "@wakelog/kit/observe.ts";
import { backoff } from "@wakelog/kit/time/backoff.ts";
import { type Postmaster, type PostmasterOptions, startPostmaster, stopLeftover } from "./postmaster.ts";

/** Delays between restarts. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 10_000;

/**
 * Restarts the server whenever it ends by itself, because no operator is aboard.
 * @returns the id of the current process, and a function that stops the server permanently
 */
export function keepRunning(
  first: Postmaster,
  options: PostmasterOptions,
  observe: Observe,
): { pid(): number; stop(): Promise<void> } {
  let current = first;
  const stopping = new AbortController();

  const keep = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const how = await current.ended;
      if (stopping.signal.aborted) return;
      observe({
        kind: "notice",
        what: "PostgreSQL",
        text: `ended unexpectedly (${how}); starting it again`,
      });
      for await (const _ of backoff(stopping.signal, FIRST_WAIT_MS, LONGEST_WAIT_MS)) {
        try {
          await stopLeftover(options.cluster, options.binaries);
          current = await startPostmaster(options);
          observe({ kind: "database-back" });
          break;
        } catch (cause) {
          if (!stopping.signal.aborted) observe({ kind: "fault", where: "embedded PostgreSQL", cause });
        }
      }
    }
  };
  const keeping = keep();

  return {
    pid: () => current.pid,
    async stop() {
      stopping.abort();
      await current.stop();
      await keeping;
      // It may have been restarted meanwhile.
      await current.stop();
    },
  };
}
