/** Connections that carry several quick reads at once, one behind the other. */
import { availableParallelism } from "node:os";
import type { Connection } from "../wire/connection.ts";

/** Most reads on one connection. */
const DEPTH = 16;
/** As many as keep the processors of a server like ours busy; more of them would wake up more often, each for less. */
const ENOUGH = availableParallelism() + 1;
/** How long a read may keep those behind it waiting, in milliseconds. */
const LATE_MS = 100;
const LOOKS = 4;

export class Carriers {
  /** What to do about a connection whose oldest read keeps others waiting, or soon would. */
  readonly #late: (connection: Connection) => void;
  readonly #lifetimeMs: number;
  readonly #all: Connection[] = [];
  #looking: NodeJS.Timeout | null = null;

  /** @param lifetimeMs connections that are older get nothing more to carry */
  constructor(late: (connection: Connection) => void, lifetimeMs: number) {
    this.#late = late;
    this.#lifetimeMs = lifetimeMs;
  }

  /** Whether there are as many as do any good. */
  get areEnough(): boolean {
    return this.#all.length >= ENOUGH;
  }

  /** The one with the least on it; null if all are full. */
  least(): Connection | null {
    let least: Connection | null = null;
    for (const one of this.#all) if (one.depth < (least?.depth ?? DEPTH)) least = one;
    return least;
  }

  /** Whether it is one, and not full. */
  hasRoom(connection: Connection): boolean {
    return connection.depth < DEPTH && this.#all.includes(connection);
  }

  add(connection: Connection): void {
    this.#all.push(connection);
    this.#looking ??= setInterval(() => this.#look(), LATE_MS / LOOKS).unref();
  }

  /** Gets nothing more to carry. */
  remove(connection: Connection): void {
    const at = this.#all.indexOf(connection);
    if (at >= 0) this.#all.splice(at, 1);
  }

  /** Removes the least loaded connection, to free it for exclusive use. */
  closeOne(): void {
    const least = this.#all.reduce<Connection | null>(
      (best, one) => (best === null || one.depth < best.depth ? one : best),
      null,
    );
    if (least !== null) this.remove(least);
  }

  #look(): void {
    if (this.#all.length > 0) {
      // What has arrived meanwhile is read first: it is not the server that is late if we are.
      setImmediate(() => {
        const now = performance.now();
        for (const one of [...this.#all]) {
          if (now - one.since > LATE_MS) this.#late(one);
          else if (now - one.openedAt > this.#lifetimeMs) this.remove(one);
        }
      });
    } else if (this.#looking !== null) {
      clearInterval(this.#looking);
      this.#looking = null;
    }
  }
}
