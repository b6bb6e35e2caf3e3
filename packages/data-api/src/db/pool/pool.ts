/** A pool of connections to one server, opened on demand. */
import { NoConnectionError, PoolTimeoutError, type PoolUsage } from "../database.ts";
import { acquireFault } from "../faults.ts";
import { cancel } from "../wire/cancel.ts";
import { Connection } from "../wire/connection.ts";
import type { Exchange } from "../wire/exchange.ts";
import type { ServerAddress } from "../wire/server-address.ts";
import { ConnectionSlots } from "./connection-slots.ts";
import { Heartbeat } from "./heartbeat.ts";
import { type Waiting, WaitingList } from "./waiting-list.ts";

export interface PoolOptions {
  /** Most connections. */
  readonly max: number;
  /** Longest wait for a connection, and time limit for opening one, in milliseconds. */
  readonly acquireMs: number;
  /** How long an exchange may go unanswered before its connection is closed, in milliseconds; may be infinite. */
  readonly answerMs: number;
  /** How long an idle connection is kept, in milliseconds. */
  readonly idleMs: number;
  /** Age at which a connection is replaced, in milliseconds; may be infinite. */
  readonly lifetimeMs: number;
  /** Server to probe after a long silence; null disables the check. */
  readonly heartbeat: ServerAddress | null;
  /** Called for each new connection. */
  readonly opened: () => void;
  /** Called when a connection broke or could not be made. */
  readonly lost: (cause: unknown) => void;
}

/** Checks per time limit. */
const CHECKS = 8;
const SLOWEST_CHECK_MS = 30_000;
/** Pause after a refused connection before opening an optional one, in milliseconds. */
const REFUSED_MS = 1_000;
const SILENT = "no database connection: the server does not answer";

export class Pool {
  readonly #address: ServerAddress;
  readonly #options: PoolOptions;
  readonly #all = new Set<Connection>();
  /** Most recently used last, so that the others age and are closed. */
  readonly #idle: Connection[] = [];
  /** Connections in exclusive use. */
  readonly #leased = new Set<Connection>();
  readonly #slots: ConnectionSlots;
  readonly #waiting = new WaitingList();
  readonly #heartbeat: Heartbeat | null;
  #opening = 0;
  /** When opening a connection last failed, by `performance.now()`. */
  #refusedAt = Number.NEGATIVE_INFINITY;
  #checking: NodeJS.Timeout | null = null;
  /** Called when the last connection is gone; set once the pool is closed. */
  #closed: (() => void) | null = null;
  #closing: Promise<void> | null = null;

  constructor(address: ServerAddress, options: PoolOptions) {
    this.#address = address;
    this.#options = options;
    this.#slots = new ConnectionSlots((connection) => this.#unblock(connection), options.lifetimeMs);
    this.#heartbeat = options.heartbeat && new Heartbeat(options.heartbeat, (since) => this.#giveUp(since));
  }

  /** Sends an exchange on an exclusive connection. */
  submit(exchange: Exchange): void {
    this.#acquire(
      false,
      (connection) => this.#send(connection, exchange, false),
      (cause) => exchange.fail(cause),
    );
  }

  /** Sends a quick read, perhaps behind others. If it gets stuck, it is sent again on another connection. */
  submitQuick(exchange: Exchange): void {
    this.#acquire(
      true,
      (connection) => {
        if (connection.depth === 0) this.#slots.add(connection);
        this.#send(connection, exchange, true);
      },
      (cause) => exchange.fail(cause),
    );
  }

  /**
   * Takes a connection for exclusive use until {@link release}.
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

  /** Returns a connection to the pool. A broken one, or one with an open transaction, is not reused. */
  release(connection: Connection): void {
    if (this.#leased.delete(connection)) this.#takeBack(connection);
  }

  /** Current use of the pool. */
  usage(): PoolUsage {
    const idle = this.#idle.length;
    return { inUse: this.#all.size - idle, idle, waiting: this.#waiting.length, size: this.#options.max };
  }

  /** Closes idle connections now and the others on release; resolves when all are closed. */
  close(): Promise<void> {
    this.#closing ??= new Promise((resolve) => {
      this.#closed = resolve;
    });
    this.#heartbeat?.stop();
    this.#waiting.failAll("the pool is closed");
    for (const connection of this.#idle.splice(0)) connection.end();
    this.#finishIfEmpty();
    return this.#closing;
  }

  #acquire(shares: boolean, take: Waiting["take"], fail: Waiting["fail"]): void {
    const free = (shares ? this.#shared() : null) ?? this.#idle.pop();
    if (free !== undefined) take(free);
    else if (this.#heartbeat?.isLost === true) fail(new NoConnectionError(SILENT));
    else if (this.#closed !== null) fail(new NoConnectionError("the pool is closed"));
    else this.#wait(shares, take, fail);
  }

  /** A connection that already carries reads; null if an idle one is better. */
  #shared(): Connection | null {
    if (this.#closed !== null) return null;
    const least = this.#slots.least();
    if (least === null || this.#slots.isSaturated) return least;
    if (this.#idle.length > 0) return null;
    const wasRefused = performance.now() - this.#refusedAt < REFUSED_MS;
    if (this.#opening === 0 && this.#all.size < this.#options.max && !wasRefused) void this.#open();
    return least;
  }

  #wait(shares: boolean, take: Waiting["take"], fail: Waiting["fail"]): void {
    this.#waiting.join({ shares, take, fail }, this.#options.acquireMs, () => this.#timeout());
    this.#openMore();
    // Otherwise reads could hold all connections forever.
    if (!shares && this.#waiting.length > this.#opening) this.#slots.closeOne();
  }

  #timeout(): Error {
    return this.#all.size > this.#opening
      ? new PoolTimeoutError("every database connection is busy")
      : new NoConnectionError(SILENT);
  }

  #send(connection: Connection, exchange: Exchange, soon: boolean): void {
    connection.send(exchange, soon);
    // The exchange could not be sent.
    if (connection.depth === 0) this.#takeBack(connection);
  }

  #takeBack(connection: Connection): void {
    this.#slots.remove(connection);
    if (connection.isOver) return;
    const isOld = performance.now() - connection.openedAt > this.#options.lifetimeMs;
    if (connection.depth > 0)
      connection.break(new Error("the connection was released before it was answered"));
    else if (isOld || connection.isBlock || this.#closed !== null) connection.end();
    else this.#passOn(connection);
  }

  #passOn(connection: Connection): void {
    const next = this.#waiting.first();
    if (next === null) {
      this.#idle.push(connection);
    } else {
      next.take(connection);
      this.#fill(connection);
      // Drain it for callers that wait for exclusive use.
      if (this.#waiting.hasAlone) this.#slots.remove(connection);
    }
  }

  /** Fills a shared connection with the next waiting reads. */
  #fill(connection: Connection): void {
    while (this.#waiting.length > 0 && this.#slots.hasRoom(connection)) {
      const next = this.#waiting.firstIfSharing();
      if (next === null) return;
      next.take(connection);
    }
  }

  #answered(connection: Connection): void {
    if (connection.depth > 0) this.#fill(connection);
    else if (!this.#leased.has(connection)) this.#takeBack(connection);
  }

  /** Moves reads that wait behind a slow one to other connections; a read moved twice gets one of its own. */
  #unblock(connection: Connection): void {
    this.#slots.remove(connection);
    for (const exchange of connection.behind) this.#move(exchange);
  }

  #move(exchange: Exchange, cause?: unknown): void {
    const other = exchange.moved?.();
    if (other === undefined) exchange.fail(cause);
    else if (exchange.isMoved === true) this.submit(other);
    else this.submitQuick(other);
  }

  /** Opens a connection for each waiting caller. */
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
      if (connection.isOver) return this.#openMore();
      this.#options.opened();
      // The caller that it was opened for may have been served meanwhile.
      if (this.#waiting.length === 0 && this.#idle.length > 0) connection.end();
      else this.#takeBack(connection);
    } catch (cause) {
      this.#opening--;
      this.#refusedAt = performance.now();
      // Other waiting callers open their own connections, and each gets its own error.
      this.#waiting.first()?.fail(acquireFault(cause));
      this.#openMore();
    }
  }

  #forget(connection: Connection, cause: unknown): void {
    this.#all.delete(connection);
    this.#leased.delete(connection);
    this.#slots.remove(connection);
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
    if (cause !== null) this.#options.lost(cause);
    this.#finishIfEmpty();
    this.#openMore();
  }

  /** Checks the connections periodically while there are any. */
  #watch(): void {
    const { idleMs, answerMs } = this.#options;
    const every = Math.min(idleMs / CHECKS, answerMs / CHECKS, this.#heartbeat?.checkMs ?? SLOWEST_CHECK_MS);
    this.#checking ??= setInterval(() => this.#check(), Math.max(1, every)).unref();
  }

  #check(): void {
    const { idleMs, answerMs } = this.#options;
    const now = performance.now();
    for (const connection of [...this.#all]) {
      const silent = connection.depth > 0 ? now - connection.since : 0;
      this.#heartbeat?.check(silent);
      if (silent > answerMs) this.#abandon(connection);
    }
    for (const connection of this.#idle.filter(({ since }) => now - since > idleMs)) {
      this.#idle.splice(this.#idle.indexOf(connection), 1);
      connection.end();
    }
  }

  /** Abandons all its exchanges, so any of them may receive the cancel request. */
  #abandon(connection: Connection): void {
    if (connection.backendKey !== null) cancel(this.#address, connection.backendKey);
    connection.break(new Error(`no answer within ${this.#options.answerMs} ms`));
  }

  /** Breaks connections that have been silent since the server stopped answering. */
  #giveUp(since: number): void {
    this.#waiting.failAll(SILENT);
    for (const one of [...this.#all])
      if (one.since < since) one.break(new Error("the server does not answer"));
  }

  #finishIfEmpty(): void {
    if (this.#all.size > 0) return;
    if (this.#checking !== null) clearInterval(this.#checking);
    this.#checking = null;
    this.#closed?.();
  }
}
