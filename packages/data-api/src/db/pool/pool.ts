/** Connections to one server, made when they are needed, and who has one. */
import { NoConnectionError, PoolTimeoutError, type PoolUsage } from "../database.ts";
import { acquireFault } from "../faults.ts";
import { cancel } from "../wire/cancel.ts";
import { Connection } from "../wire/connection.ts";
import type { Exchange } from "../wire/exchange.ts";
import type { ServerAddress } from "../wire/server-address.ts";
import { Carriers } from "./carriers.ts";
import { Pulse } from "./pulse.ts";
import { type Waiting, WaitingList } from "./waiting-list.ts";

export interface PoolOptions {
  /** Most connections. */
  readonly max: number;
  /** How long one waits for a connection, and how long making one may take, in milliseconds. */
  readonly acquireMs: number;
  /** How long an exchange may go unanswered before its connection is abandoned, in milliseconds; may be infinite. */
  readonly answerMs: number;
  /** How long an idle connection is kept, in milliseconds. */
  readonly idleMs: number;
  /** After how long a connection is replaced, in milliseconds; may be infinite. */
  readonly lifetimeMs: number;
  /** Server to ask for a sign of life after a long silence; null disables the check. */
  readonly pulse: ServerAddress | null;
  /** A connection was made. */
  readonly opened: () => void;
  /** A connection broke, or could not be made. */
  readonly lost: (cause: unknown) => void;
}

/** How often connections are looked at, as a share of the time that they have for something. */
const LOOKS = 8;
const RAREST_LOOK_MS = 30_000;
/** How long no connection that would only be good to have is tried after one was refused, in milliseconds. */
const REFUSED_MS = 1_000;
const SILENT = "no database connection: the server does not answer";

export class Pool {
  readonly #address: ServerAddress;
  readonly #options: PoolOptions;
  readonly #all = new Set<Connection>();
  /** The one used last is the last: the others become old, and are closed. */
  readonly #idle: Connection[] = [];
  /** Connections in exclusive use. */
  readonly #leased = new Set<Connection>();
  readonly #carriers: Carriers;
  readonly #waiting = new WaitingList();
  readonly #pulse: Pulse | null;
  #opening = 0;
  /** When a connection could not be made for the last time, by `performance.now()`. */
  #refusedAt = Number.NEGATIVE_INFINITY;
  #looking: NodeJS.Timeout | null = null;
  /** Called when the last connection is gone; set once the pool is closed. */
  #closed: (() => void) | null = null;
  #closing: Promise<void> | null = null;

  constructor(address: ServerAddress, options: PoolOptions) {
    this.#address = address;
    this.#options = options;
    this.#carriers = new Carriers((connection) => this.#hurry(connection), options.lifetimeMs);
    this.#pulse = options.pulse && new Pulse(options.pulse, (since) => this.#giveUp(since));
  }

  /** Sends an exchange on a connection that nothing else uses meanwhile. */
  submit(exchange: Exchange): void {
    this.#acquire(
      false,
      (connection) => this.#send(connection, exchange, false),
      (cause) => exchange.fail(cause),
    );
  }

  /** Sends a read that is expected to be quick, perhaps behind others like it. If it comes to wait, it is sent twice. */
  submitQuick(exchange: Exchange): void {
    this.#acquire(
      true,
      (connection) => {
        if (connection.depth === 0) this.#carriers.add(connection);
        this.#send(connection, exchange, true);
      },
      (cause) => exchange.fail(cause),
    );
  }

  /**
   * A connection for the caller alone, until it is given back with {@link release}.
   * @throws NoConnectionError, PoolTimeoutError
   */
  lease(): Promise<Connection> {
    return new Promise((resolve, reject) =>
      this.#acquire(
        false,
        (connection) => {
          this.#leased.add(connection);
          resolve(connection);
        },
        reject,
      ),
    );
  }

  /** Gives a connection back. One that broke, or has a transaction open, is not used again. */
  release(connection: Connection): void {
    if (this.#leased.delete(connection)) this.#takeBack(connection);
  }

  /** How the pool is used now. */
  usage(): PoolUsage {
    const idle = this.#idle.length;
    return { inUse: this.#all.size - idle, idle, waiting: this.#waiting.length, size: this.#options.max };
  }

  /** Closes idle connections now and others when they are given back; resolves when all are closed. */
  close(): Promise<void> {
    this.#closing ??= new Promise((resolve) => {
      this.#closed = resolve;
    });
    this.#pulse?.stop();
    this.#waiting.failAll("the pool is closed");
    for (const connection of this.#idle.splice(0)) connection.end();
    this.#rest();
    return this.#closing;
  }

  #acquire(shares: boolean, take: Waiting["take"], fail: Waiting["fail"]): void {
    const free = (shares ? this.#carrier() : null) ?? this.#idle.pop();
    if (free !== undefined) take(free);
    else if (this.#pulse?.isLost === true) fail(new NoConnectionError(SILENT));
    else if (this.#closed !== null) fail(new NoConnectionError("the pool is closed"));
    else this.#wait(shares, take, fail);
  }

  /** One that carries others already; null if one of its own would be better. */
  #carrier(): Connection | null {
    if (this.#closed !== null) return null;
    const least = this.#carriers.least();
    if (least === null || this.#carriers.areEnough) return least;
    if (this.#idle.length > 0) return null;
    const wasRefused = performance.now() - this.#refusedAt < REFUSED_MS;
    if (this.#opening === 0 && this.#all.size < this.#options.max && !wasRefused) void this.#open();
    return least;
  }

  #wait(shares: boolean, take: Waiting["take"], fail: Waiting["fail"]): void {
    this.#waiting.join({ shares, take, fail }, this.#options.acquireMs, () => this.#lateness());
    this.#openMore();
    // Otherwise reads might keep all connections for themselves forever.
    if (!shares && this.#waiting.length > this.#opening) this.#carriers.closeOne();
  }

  #lateness(): Error {
    return this.#all.size > this.#opening
      ? new PoolTimeoutError("every database connection is busy")
      : new NoConnectionError(SILENT);
  }

  #send(connection: Connection, exchange: Exchange, soon: boolean): void {
    connection.send(exchange, soon);
    // It may be something that cannot be sent.
    if (connection.depth === 0) this.#takeBack(connection);
  }

  #takeBack(connection: Connection): void {
    this.#carriers.remove(connection);
    if (connection.isOver) return;
    const isOld = performance.now() - connection.openedAt > this.#options.lifetimeMs;
    if (connection.depth > 0) connection.break(new Error("it was given back before it was answered"));
    else if (isOld || connection.isBlock || this.#closed !== null) connection.end();
    else this.#giveOn(connection);
  }

  #giveOn(connection: Connection): void {
    const next = this.#waiting.first();
    if (next === null) {
      this.#idle.push(connection);
    } else {
      next.take(connection);
      this.#fill(connection);
      // It must come to an end for those who wait to have it for themselves.
      if (this.#waiting.hasAlone) this.#carriers.remove(connection);
    }
  }

  /** Has those who are next and may share use what room there is. */
  #fill(connection: Connection): void {
    while (this.#waiting.length > 0 && this.#carriers.hasRoom(connection)) {
      const next = this.#waiting.firstIfSharing();
      if (next === null) return;
      next.take(connection);
    }
  }

  #answered(connection: Connection): void {
    if (connection.depth > 0) this.#fill(connection);
    else if (!this.#leased.has(connection)) this.#takeBack(connection);
  }

  /** Sends again what waits on a connection behind something slow; what has been moved before goes alone. */
  #hurry(connection: Connection): void {
    this.#carriers.remove(connection);
    for (const exchange of connection.behind) this.#move(exchange);
  }

  #move(exchange: Exchange, cause?: unknown): void {
    const other = exchange.moved?.();
    if (other === undefined) exchange.fail(cause);
    else if (exchange.isMoved === true) this.submit(other);
    else this.submitQuick(other);
  }

  /** Makes connections for those who wait, one each. */
  #openMore(): void {
    while (
      this.#waiting.length > this.#opening &&
      this.#all.size < this.#options.max &&
      this.#closed === null
    ) {
      void this.#open();
    }
  }

  async #open(): Promise<void> {
    this.#opening++;
    const connection = new Connection(this.#address, {
      answered: (one) => this.#answered(one),
      missed: (exchange, cause) => this.#move(exchange, cause),
      ended: (one, cause) => this.#forget(one, cause),
    });
    this.#all.add(connection);
    this.#watch();
    try {
      await connection.open(this.#options.acquireMs);
      this.#opening--;
      // If it has ended in the same moment, it is no use to the waiting callers.
      if (connection.isOver) return this.#openMore();
      this.#options.opened();
      this.#takeBack(connection);
    } catch (cause) {
      this.#opening--;
      this.#refusedAt = performance.now();
      // The others that wait try for themselves: each learns of a failure of its own.
      this.#waiting.first()?.fail(acquireFault(cause));
      this.#openMore();
    }
  }

  #forget(connection: Connection, cause: unknown): void {
    this.#all.delete(connection);
    this.#leased.delete(connection);
    this.#carriers.remove(connection);
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
    if (cause !== null) this.#options.lost(cause);
    this.#rest();
    this.#openMore();
  }

  /** Looks at the connections from time to time, for as long as there are any. */
  #watch(): void {
    const { idleMs, answerMs } = this.#options;
    const every = Math.min(idleMs / LOOKS, answerMs / LOOKS, this.#pulse?.lookMs ?? RAREST_LOOK_MS);
    this.#looking ??= setInterval(() => this.#look(), Math.max(1, every)).unref();
  }

  #look(): void {
    const { idleMs, answerMs } = this.#options;
    const now = performance.now();
    for (const connection of [...this.#all]) {
      const silent = connection.depth > 0 ? now - connection.since : 0;
      this.#pulse?.look(silent);
      if (silent > answerMs) this.#abandon(connection);
    }
    for (const connection of this.#idle.filter(({ since }) => now - since > idleMs)) {
      this.#idle.splice(this.#idle.indexOf(connection), 1);
      connection.end();
    }
  }

  /** Everything on it is given up, so it does not matter which of it the request to cancel finds. */
  #abandon(connection: Connection): void {
    if (connection.backendKey !== null) cancel(this.#address, connection.backendKey);
    connection.break(new Error(`no answer within ${this.#options.answerMs} ms`));
  }

  /** The server is gone: nothing is expected any more of connections that have not been heard of since. */
  #giveUp(since: number): void {
    this.#waiting.failAll(SILENT);
    for (const one of [...this.#all])
      if (one.since < since) one.break(new Error("the server does not answer"));
  }

  #rest(): void {
    if (this.#all.size > 0) return;
    if (this.#looking !== null) clearInterval(this.#looking);
    this.#looking = null;
    this.#closed?.();
  }
}
