/** LISTEN for any number of channels on one dedicated connection, which exists while a channel is heard. */
import type { Observe } from "@wakelog/kit/observe.ts";
import { backoff } from "@wakelog/kit/time/backoff.ts";
import { acquireFault } from "./faults.ts";
import { ident, type Sql, sql } from "./sql.ts";
import { Connection } from "./wire/connection.ts";
import { Script } from "./wire/script.ts";
import type { ServerAddress } from "./wire/server-address.ts";

/** Delays between reconnects: short at first, because a restart takes a second or two. */
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5_000;

/** Receives payloads; an empty one after a reconnect, because notifications may have been missed. */
type Hearer = (payload: string) => void;

/** A connection that listens, and its end. */
interface Ear {
  readonly connection: Connection;
  readonly ended: Promise<void>;
}

/** Listens, and reconnects until no channel is left. */
export class Listener {
  readonly #address: ServerAddress;
  readonly #observe: Observe;
  readonly #hearers = new Map<string, Set<Hearer>>();
  /** The current attempt to connect, or its result; null after it failed or ended. */
  #ear: Promise<Ear> | null = null;
  /** Ends the reconnecting; null while there are no hearers. */
  #keeping: AbortController | null = null;

  constructor(address: ServerAddress, observe: Observe) {
    this.#address = address;
    this.#observe = observe;
  }

  /**
   * Calls `hearer` for each notification on a channel until the returned function is called.
   * @throws ConnectionError if the server cannot be reached
   */
  async listen(channel: string, hearer: Hearer): Promise<() => Promise<void>> {
    const hearers = this.#hearers.get(channel) ?? new Set();
    this.#hearers.set(channel, hearers.add(hearer));
    const stop = () => this.#leave(channel, hearer);
    try {
      const ear = await this.#connected();
      await run(ear.connection, sql`listen ${ident(channel)}`);
      if (this.#keeping === null && this.#hearers.size > 0) void this.#keep(ear);
    } catch (cause) {
      await stop();
      throw acquireFault(cause);
    }
    return stop;
  }

  /** Stops listening to every channel. */
  async close(): Promise<void> {
    this.#hearers.clear();
    await this.#end();
  }

  async #leave(channel: string, hearer: Hearer): Promise<void> {
    const hearers = this.#hearers.get(channel);
    if (hearers?.delete(hearer) !== true || hearers.size > 0) return;
    this.#hearers.delete(channel);
    if (this.#hearers.size === 0) return this.#end();
    // If that fails, the connection is lost, and the next one does not listen to the channel.
    const ear = await this.#ear?.catch(() => null);
    if (ear && !this.#hearers.has(channel))
      await run(ear.connection, sql`unlisten ${ident(channel)}`).catch(() => {});
  }

  /** The connection, which listens to all channels; a new one if it broke. */
  #connected(): Promise<Ear> {
    if (this.#ear !== null) return this.#ear;
    const ear = this.#connect();
    this.#ear = ear;
    const forget = (): void => {
      if (this.#ear === ear) this.#ear = null;
    };
    ear.then(({ ended }) => ended.then(forget), forget);
    return ear;
  }

  async #connect(): Promise<Ear> {
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const connection = new Connection(this.#address, {
      answered: () => {},
      ended: end,
      notified: (channel, payload) => {
        for (const hearer of this.#hearers.get(channel) ?? []) hearer(payload);
      },
    });
    try {
      await connection.open(LONGEST_WAIT_MS);
      for (const channel of this.#hearers.keys()) await run(connection, sql`listen ${ident(channel)}`);
    } catch (cause) {
      connection.end();
      throw cause;
    }
    return { connection, ended };
  }

  /** Reconnects whenever the connection ends, until the last hearer left. */
  async #keep(first: Ear): Promise<void> {
    this.#keeping = new AbortController();
    const { signal } = this.#keeping;
    for (let ear = first; !signal.aborted; ) {
      await ear.ended;
      for await (const wait of backoff(signal, FIRST_WAIT_MS, LONGEST_WAIT_MS)) {
        try {
          ear = await this.#connected();
          for (const hearers of this.#hearers.values()) for (const hearer of hearers) hearer("");
          break;
        } catch (cause) {
          if (!signal.aborted && wait >= LONGEST_WAIT_MS) this.#observe({ kind: "database-lost", cause });
        }
      }
    }
  }

  async #end(): Promise<void> {
    this.#keeping?.abort();
    this.#keeping = null;
    const ear = this.#ear;
    this.#ear = null;
    const open = await ear?.catch(() => null);
    open?.connection.end();
    await open?.ended;
  }
}

function run(connection: Connection, { text }: Sql): Promise<void> {
  return new Promise((done, failed) => connection.send(new Script(text, done, failed)));
}
