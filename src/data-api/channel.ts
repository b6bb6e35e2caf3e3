/** Notifications from the database while the API runs: its schema changed, or its configuration. */
import type { Database } from "../db/database.ts";
import type { Observe } from "../observe.ts";
import { backoff } from "../time/backoff.ts";

const RELOAD_CONFIG = "reload config";

/** Waits between attempts to listen while the database is away, in milliseconds. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

/**
 * The database with one notification channel: the one that is configured, or none. A server that is away is
 * waited for in the background, so that requests meanwhile get their 503.
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
      const now = await attempt(database, channel, receive, observe);
      if (now !== null) return now;
      const stop = listenAtLast(database, channel, receive, stopping.signal, observe);
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

/** Listens as soon as that is possible; null if it was stopped before. */
async function listenAtLast(
  database: Database,
  channel: string,
  receive: (payload: string) => void,
  signal: AbortSignal,
  observe: Observe,
): Promise<Stop | null> {
  for await (const _ of backoff(signal, FIRST_WAIT_MS, LONGEST_WAIT_MS)) {
    const stop = await attempt(database, channel, receive, observe);
    if (stop === null) continue;
    // A notification may have been sent before anybody listened.
    receive("");
    return stop;
  }
  return null;
}
