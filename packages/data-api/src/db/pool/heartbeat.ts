/** Checks over a separate connection whether a silent server is still alive. */
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError } from "../database.ts";
import { Connection } from "../wire/connection.ts";
import type { ServerAddress } from "../wire/server-address.ts";

/** How long a statement may go unanswered before the check, in milliseconds; few statements take as long. */
const SILENT_MS = 2_000;
/** Time limit for accepting a connection, in ticks, so that a busy process does not blame the server. */
const TICKS = 8;
const TICK_MS = 500;

export class Heartbeat {
  /** How often to call {@link check}, in milliseconds. */
  readonly checkMs = SILENT_MS / 8;
  readonly #address: ServerAddress;
  readonly #lost: (since: number) => void;
  #isLost = false;
  #isChecking = false;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #isOver = false;

  /** @param lost called after each failed check with its start, by `performance.now()` */
  constructor(address: ServerAddress, lost: (since: number) => void) {
    this.#address = address;
    this.#lost = lost;
  }

  /** Whether the last check failed. Checks are repeated until one succeeds. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Starts a check after a long silence, unless one is running or has just succeeded. */
  check(silentMs: number): void {
    const isFresh = performance.now() - this.#checkedAt < SILENT_MS;
    if (silentMs > SILENT_MS && !this.#isChecking && !isFresh && !this.#isOver) void this.#run();
  }

  /** Stops checking. */
  stop(): void {
    this.#isOver = true;
  }

  async #run(): Promise<void> {
    this.#isChecking = true;
    do {
      const startedAt = performance.now();
      this.#isLost = !(await answers(this.#address));
      if (!this.#isLost || this.#isOver) break;
      this.#lost(startedAt);
      await sleep(TICK_MS, undefined, { ref: false });
    } while (!this.#isOver);
    this.#checkedAt = performance.now();
    this.#isChecking = false;
  }
}

/** Whether a server responds to a new connection, even by refusing it. */
function answers(address: ServerAddress): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = new Connection(address, { answered: () => {}, ended: () => {} });
    let ticks = 0;
    const timer = setInterval(() => {
      if (++ticks === TICKS) finish(false);
    }, TICK_MS).unref();
    const finish = (isAlive: boolean): void => {
      clearInterval(timer);
      if (isAlive) connection.end();
      else connection.break(new Error("the server does not answer"));
      resolve(isAlive);
    };
    connection.open(10 * TICKS * TICK_MS).then(
      () => finish(true),
      (cause: unknown) => finish(cause instanceof DatabaseError),
    );
  });
}
