/** The handlers of several domains as one table. */
import type { JobHandler } from "./worker.ts";

/**
 * Puts the domains' tables together.
 * @throws Error when two of them listen to one channel: which goes first would be chance, and a failure of one would
 *   undo the other. Work that follows other work has a channel of its own.
 */
export function jobHandlers(
  ...tables: readonly ReadonlyMap<string, JobHandler>[]
): ReadonlyMap<string, JobHandler> {
  const all = new Map<string, JobHandler>();
  for (const [channel, handler] of tables.flatMap((table) => [...table])) {
    if (all.has(channel)) throw new Error(`two handlers listen to the channel ${channel}`);
    all.set(channel, handler);
  }
  return all;
}
