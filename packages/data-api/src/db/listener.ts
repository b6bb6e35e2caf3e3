/** LISTEN on a dedicated connection, for as long as the program runs. */
import type { Observe } from "@wakelog/kit/observe.ts";
import { backoff } from "@wakelog/kit/time/backoff.ts";
import { acquireFault } from "./faults.ts";
import { ident, sql } from "./sql.ts";
import { Connection } from "./wire/connection.ts";
import { Script } from "./wire/script.ts";
import type { ServerAddress } from "./wire/server-address.ts";

/** Delays between reconnects: short at first, because a restart takes a second or two. */
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5_000;

/**
 * Listens to a channel until the returned function is called. After a reconnect, `onPayload` is called once with an
 * empty payload, because notifications may have been missed.
 * @throws ConnectionError if the first connection fails
 */
export async function listenOn(
  address: ServerAddress,
  channel: string,
  onPayload: (payload: string) => void,
  observe: Observe,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();

  /** A listening connection, and a promise of its end. */
  const connect = async (): Promise<{ readonly connection: Connection; readonly ended: Promise<void> }> => {
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const connection = new Connection(address, {
      answered: () => {},
      ended: end,
      notified: (name, payload) => {
        if (name === channel) onPayload(payload);
      },
    });
    try {
      await connection.open(LONGEST_WAIT_MS);
      const { text } = sql`listen ${ident(channel)}`;
      await new Promise<void>((done, failed) => connection.send(new Script(text, done, failed)));
    } catch (cause) {
      connection.end();
      throw acquireFault(cause);
    }
    return { connection, ended };
  };

  let current = await connect();
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await current.ended;
      for await (const wait of backoff(stopping.signal, FIRST_WAIT_MS, LONGEST_WAIT_MS)) {
        try {
          current = await connect();
          onPayload("");
          break;
        } catch (cause) {
          if (!stopping.signal.aborted && wait >= LONGEST_WAIT_MS) observe({ kind: "database-lost", cause });
        }
      }
    }
    current.connection.end();
  };
  const watching = watch();

  return async () => {
    stopping.abort();
    current.connection.end();
    await watching;
  };
}
