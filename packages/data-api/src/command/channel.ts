/** Listens for notifications that the schema or the configuration changed. */

import type { Observe } from "@wakelog/kit/observe.ts";
import { backoff } from "@wakelog/kit/time/backoff.ts";
import type { Database } from "../db/database.ts";

const RELOAD_CONFIG = "reload config";

/** Delays between attempts to listen while the database is unreachable, in milliseconds. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

/**
 * The database with one notification channel: the configured one, or none. While the server is unreachable, listening
 * is retried in the background, so that requests get their 503.
 */
export function withChannel(
  database: Database,
  channel: string | null,
  reloadConfig: () => void,
  observe: Observe,
): Database {
  return {
    ...database,
    async listen(_channel, notify) {
      if (channel === null) return async () => {};
      const stopping = new AbortController();
      const receive = (payload: string): void => {
        if (payload === RELOAD_CONFIG) reloadConfig();
        else notify(payload);
      };
      const stopNow = await attempt(database, channel, receive, observe);
      if (stopNow !== null) return stopNow;
      const stop = listenEventually(database, channel, receive, stopping.signal, observe);
      return async () => {
        stopping.abort();
        await (await stop)?.();
      };
    },
  };
}

type Stop = () => Promise<void>;

async function attempt(
  database: Database,
  channel: string,
  receive: (payload: string) => void,
  observe: Observe,
): Promise<Stop | null> {
  try {
    return await database.listen(channel, receive);
  } catch (cause) {
    observe({ kind: "fault", where: `listening to ${channel}`, cause });
    return null;
  }
}

/** Listens as soon as possible; null if stopped first. */
async function listenEventually(
  database: Database,
  channel: string,
  receive: (payload: string) => void,
  signal: AbortSignal,
  observe: Observe,
): Promise<Stop | null> {
  for await (const _ of backoff(signal, FIRST_WAIT_MS, LONGEST_WAIT_MS)) {
    const stop = await attempt(database, channel, receive, observe);
    if (stop === null) continue;
    // A notification may have been sent before listening began.
    receive("");
    return stop;
  }
  return null;
}
