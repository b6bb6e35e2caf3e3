/** LISTEN on a connection of its own, for as long as the program runs. */
import pg, { type ClientConfig } from "pg";
import type { Observe } from "../observe.ts";
import { backoff } from "../time/backoff.ts";
import { acquireFault } from "./faults.ts";
import { ident, sql } from "./sql.ts";

/** Waits between attempts to connect again: short at first, because a restart takes a second or two. */
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5_000;

/**
 * Listens to a channel until the returned function is called. After a lost connection, `onPayload` is called once with an
 * empty payload, because a notification may have been missed in the meantime.
 * @throws ConnectionError if the first connection cannot be made
 */
export async function listenOn(
  config: ClientConfig,
  channel: string,
  onPayload: (payload: string) => void,
  observe: Observe,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ ...config, connectionTimeoutMillis: LONGEST_WAIT_MS });
    client.on("error", () => {});
    client.on("notification", (message) => {
      if (message.channel === channel) onPayload(message.payload ?? "");
    });
    try {
      await client.connect();
      await client.query(sql`listen ${ident(channel)}`.text);
    } catch (cause) {
      await client.end().catch(() => {});
      throw acquireFault(cause);
    }
    return client;
  };

  let client = await connect();
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await new Promise<void>((resolve) => client.once("end", resolve));
      for await (const wait of backoff(stopping.signal, FIRST_WAIT_MS, LONGEST_WAIT_MS)) {
        try {
          client = await connect();
          onPayload("");
          break;
        } catch (cause) {
          if (!stopping.signal.aborted && wait >= LONGEST_WAIT_MS) observe({ kind: "database-lost", cause });
        }
      }
    }
    await client.end().catch(() => {});
  };
  const watching = watch();

  return async () => {
    stopping.abort();
    await client.end().catch(() => {});
    await watching;
  };
}
