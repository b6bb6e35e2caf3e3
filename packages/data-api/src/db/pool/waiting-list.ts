/** The queue of callers that wait for a connection. */
import { NoConnectionError } from "../database.ts";
import type { Connection } from "../wire/connection.ts";

/** A waiting caller. One of the two functions is called, once. */
export interface Waiting {
  /** Whether it accepts a shared connection. */
  readonly shares: boolean;
  readonly take: (connection: Connection) => void;
  readonly fail: (cause: unknown) => void;
}

export class WaitingList {
  readonly #waiting = new Map<Waiting, NodeJS.Timeout>();
  #alone = 0;

  get length(): number {
    return this.#waiting.size;
  }

  /** Whether a caller waits for exclusive use. */
  get hasAlone(): boolean {
    return this.#alone > 0;
  }

  /** Waits at most so many milliseconds, then fails with the result of `timeout`. */
  join(waiting: Waiting, forMs: number, timeout: () => Error): void {
    const late = (): void => {
      this.#leave(waiting);
      waiting.fail(timeout());
    };
    this.#waiting.set(waiting, setTimeout(late, forMs));
    if (!waiting.shares) this.#alone++;
  }

  /** Removes and returns the first caller; null if the list is empty. */
  first(): Waiting | null {
    for (const waiting of this.#waiting.keys()) return this.#leave(waiting);
    return null;
  }

  /** Fails all waiting callers. */
  failAll(why: string): void {
    for (let next = this.first(); next !== null; next = this.first()) next.fail(new NoConnectionError(why));
  }

  /** Removes and returns the first caller if it accepts a shared connection. */
  firstIfSharing(): Waiting | null {
    for (const waiting of this.#waiting.keys()) return waiting.shares ? this.#leave(waiting) : null;
    return null;
  }

  #leave(waiting: Waiting): Waiting {
    clearTimeout(this.#waiting.get(waiting));
    this.#waiting.delete(waiting);
    if (!waiting.shares) this.#alone--;
    return waiting;
  }
}
