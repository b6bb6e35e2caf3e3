/** Connections shared by several pipelined quick reads. */
import { availableParallelism } from "node:os";
import type { Connection } from "../wire/connection.ts";

/** Most reads on one connection. */
const DEPTH = 16;
/** Enough to keep every processor busy; more would only cause more wake-ups. */
const ENOUGH = availableParallelism() + 1;
/** How long a read may block those behind it, in milliseconds. */
const LATE_MS = 100;
const LOOKS = 4;

export class ConnectionSlots {
  /** Called for a connection whose oldest read blocks the ones behind it. */
  readonly #late: (connection: Connection) => void;
  readonly #lifetimeMs: number;
  readonly #all: Connection[] = [];
  #looking: NodeJS.Timeout | null = null;

  /** @param lifetimeMs older connections accept no more reads */
  constructor(late: (connection: Connection) => void, lifetimeMs: number) {
    this.#late = late;
    this.#lifetimeMs = lifetimeMs;
  }

  /** Whether more connections would not help. */
  get isSaturated(): boolean {
    return this.#all.length >= ENOUGH;
  }

  /** The least loaded connection; null if all are full. */
  least(): Connection | null {
    let least: Connection | null = null;
    for (const one of this.#all) if (one.depth < (least?.depth ?? DEPTH)) least = one;
    return least;
  }

  /** Whether the connection is shared and not full. */
  hasRoom(connection: Connection): boolean {
    return connection.depth < DEPTH && this.#all.includes(connection);
  }

  add(connection: Connection): void {
    this.#all.push(connection);
    this.#looking ??= setInterval(() => this.#look(), LATE_MS / LOOKS).unref();
  }

  /** Stops sharing a connection. */
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
      // Process received data first, so as not to blame the server for our own delay.
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
