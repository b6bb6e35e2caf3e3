/** Those who wait for a connection, in order of arrival. */
import { NoConnectionError } from "../database.ts";
import type { Connection } from "../wire/connection.ts";

/** A waiting caller. Either function is called once. */
export interface Waiting {
  /** Whether it may be a connection that others use too. */
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

  /** Waits so many milliseconds at most; then it fails for what `lateness` returns. */
  join(waiting: Waiting, forMs: number, lateness: () => Error): void {
    const late = (): void => {
      this.#leave(waiting);
      waiting.fail(lateness());
    };
    this.#waiting.set(waiting, setTimeout(late, forMs));
    if (!waiting.shares) this.#alone++;
  }

  /** Takes the first off the list; null if it is empty. */
  first(): Waiting | null {
    for (const waiting of this.#waiting.keys()) return this.#leave(waiting);
    return null;
  }

  /** Fails all waiting callers. */
  failAll(why: string): void {
    for (let next = this.first(); next !== null; next = this.first()) next.fail(new NoConnectionError(why));
  }

  /** Takes the first off the list if it shares. */
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
