/** What is left to do once the transactions of turns have committed, a few pieces at a time. */
import type { Observe } from "@wakelog/kit/observe.ts";
import type { AfterCommit } from "./handlers.ts";
import type { Event } from "./queue.ts";

/** How many pieces run at once; a lane waits while there are more. */
const AT_ONCE = 8;

/** Work after commits that is going on. */
export interface AfterCommits {
  /** Begins the work; waits only while too much of it goes on. */
  readonly run: (event: Event, work: AfterCommit) => Promise<void>;
  /** How many pieces of it are going on. */
  size(): number;
  /** Waits for all of them; what fails is observed. */
  finished(): Promise<void>;
}

/** Begins with none. */
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
