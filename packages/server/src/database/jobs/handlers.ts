/** What handles an event, and the handlers of several domains as one table. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import type { Event } from "./queue.ts";

/**
 * Runs after the commit, outside any transaction: a hint that something was committed, such as a nudge of the outbox.
 * It is lost if the process dies first, so what must leave the database goes through the outbox.
 */
export type AfterCommit = () => Promise<void>;

/**
 * Thrown by a handler before it has done anything, because something that it needs exclusively is in use: the turn is
 * given back and comes again a little later, and no attempt is counted. Waiting would keep a lane from other tenants.
 */
export class BusyError extends Error {
  constructor(what: string) {
    super(`${what} is in use`);
    this.name = "BusyError";
  }
}

/**
 * Handles an event inside its transaction, as `wakelog_worker`. If it throws, everything it wrote is undone and the
 * event is tried again later.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that returns nothing is the usual one
export type JobHandler = (event: Event, tx: Tx) => Promise<AfterCommit | void>;

/**
 * Puts the domains' tables together.
 * @throws Error if two of them handle one channel: which one goes first would be a matter of chance, and a failure of one would
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
