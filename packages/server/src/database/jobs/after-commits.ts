/** Work to do after turns have committed, a few pieces at a time. */
import type { Observe } from "@wakelog/kit/observe.ts";
import type { AfterCommit } from "./handlers.ts";
import type { Event } from "./queue.ts";

/** Most pieces at once; lanes wait above it. */
const AT_ONCE = 8;

/** Running work after commits. */
export interface AfterCommits {
  /** Starts the work; waits only while too much is running. */
  readonly run: (event: Event, work: AfterCommit) => Promise<void>;
  /** Number of running pieces. */
  size(): number;
  /** Waits for all of them; failures are observed. */
  finished(): Promise<void>;
}

export function createAfterCommits(observe: Observe): AfterCommits {
  const going = new Set<Promise<void>>();
  return {
    async run({ channel, id, attempts }, work) {
      const one: Promise<void> = work()
        .catch((cause: unknown) =>
          observe({ kind: "job-failed", channel, id, attempts: attempts + 1, cause }),
        )
        .finally(() => going.delete(one));
      going.add(one);
      if (going.size >= AT_ONCE) await Promise.race(going);
    },
    size: () => going.size,
    async finished() {
      await Promise.all(going);
    },
  };
}
