/** Whether a server that has been silent for a while is still there: it is asked on a connection of its own. */
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError } from "../database.ts";
import { Connection } from "../wire/connection.ts";
import type { ServerAddress } from "../wire/server-address.ts";

/** How long what was sent may go unanswered before the server is asked, in milliseconds: few statements take as long. */
const SILENT_MS = 2_000;
/**
 * How long the server has to accept a connection. Counted in ticks, so that this process, if it was busy itself, does not
 * take its own silence for the server's.
 */
const TICKS = 8;
const TICK_MS = 500;

export class Pulse {
  /** How often it has to be told for how long something went unanswered, in milliseconds. */
  readonly lookMs = SILENT_MS / 8;
  readonly #address: ServerAddress;
  readonly #lost: (since: number) => void;
  #isLost = false;
  #isFeeling = false;
  #feltAt = Number.NEGATIVE_INFINITY;
  #isOver = false;

  /** @param lost called each time that the server did not answer, with when it was asked, by `performance.now()` */
  constructor(address: ServerAddress, lost: (since: number) => void) {
    this.#address = address;
    this.#lost = lost;
  }

  /** Whether the server did not answer when it was last asked. It is asked again until it does. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Asks the server, if it was silent for long, is not being asked and has not just answered. */
  look(silentMs: number): void {
    const isFresh = performance.now() - this.#feltAt < SILENT_MS;
    if (silentMs > SILENT_MS && !this.#isFeeling && !isFresh && !this.#isOver) void this.#feel();
  }

  /** Asks no more. */
  stop(): void {
    this.#isOver = true;
  }

  async #feel(): Promise<void> {
    this.#isFeeling = true;
    do {
      const asked = performance.now();
      this.#isLost = !(await answers(this.#address));
      if (!this.#isLost || this.#isOver) break;
      this.#lost(asked);
      await sleep(TICK_MS, undefined, { ref: false });
    } while (!this.#isOver);
    this.#feltAt = performance.now();
    this.#isFeeling = false;
  }
}

/** Whether a server responds to a new connection, even by refusing it. */
function answers(address: ServerAddress): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = new Connection(address, { answered: () => {}, ended: () => {} });
    let ticks = 0;
    const timer = setInterval(() => {
      if (++ticks === TICKS) say(false);
    }, TICK_MS).unref();
    const say = (isThere: boolean): void => {
      clearInterval(timer);
      if (isThere) connection.end();
      else connection.break(new Error("the server does not answer"));
      resolve(isThere);
    };
    connection.open(10 * TICKS * TICK_MS).then(
      () => say(true),
      (cause: unknown) => say(cause instanceof DatabaseError),
    );
  });
}
