/** Event handlers, and how the domains' handlers are combined. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import type { Event } from "./queue.ts";

/**
 * Runs after the commit, outside any transaction: a hint that something was committed, such as a nudge of the outbox.
 * Lost if the process dies first, so anything that must leave the database goes through the outbox.
 */
export type AfterCommit = () => Promise<void>;

/**
 * Thrown by a handler before it has done anything, because something it needs exclusively is in use. The turn is given
 * back and retried a little later without counting an attempt. Waiting would block the lane for other tenants.
 */
export class BusyError extends Error {
  constructor(what: string) {
    super(`${what} is in use`);
    this.name = "BusyError";
  }
}

/**
 * Handles an event inside its transaction, as `wakelog_worker`. If it throws, its writes are rolled back and the event
 * is retried later.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that returns nothing is the usual one
export type JobHandler = (event: Event, tx: Tx) => Promise<AfterCommit | void>;

/**
 * Combines the domains' handlers.
 * @throws Error if two of them handle one channel: their order would be arbitrary, and a failure of one would undo the
 * other. Follow-up work needs its own channel.
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
