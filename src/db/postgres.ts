/** The driver: a pool of connections to PostgreSQL. Only this folder knows `pg`. */
import pg from "pg";
import { ignoreAll, type Observe } from "../observe.ts";
import { MINUTE } from "../time/units.ts";
import { Batch, type BatchStatement, type TypedResult } from "./batch.ts";
import { type ConnectionSettings, clientConfig } from "./connection-settings.ts";
import {
  ConnectionError,
  type Database,
  type PipelinedStatement,
  type Result,
  type Share,
  type TransactionOptions,
} from "./database.ts";
import { acquireFault, isStalePlan, statementFault } from "./faults.ts";
import { listenOn } from "./listener.ts";
import { PreparedStatements } from "./prepared.ts";
import { sql } from "./sql.ts";
import { OpenTransaction, type ScriptTx } from "./transaction.ts";
import { Turnstile } from "./turnstile.ts";

/** How long a caller waits for a connection before {@link PoolTimeoutError}; a boat has hung up by then. */
const ACQUIRE_MS = 5_000;
/** How long a transaction waits for others with the same `alone` key: as long as a statement waits for a lock. */
const ALONE_MS = 30_000;
/** Idle connections are kept this long; opening one costs a process on the server. */
const IDLE_MS = MINUTE;

export interface PoolOptions extends ConnectionSettings {
  /** Most connections; about two per core. */
  readonly max?: number;
  /** How long a caller waits for a connection, in milliseconds. */
  readonly acquireMs?: number;
  /**
   * How long statements that were sent together may go unanswered before their connection is abandoned, in milliseconds;
   * forever if absent. Must exceed the server's own limit: it is meant for a server that is frozen or unreachable.
   */
  readonly answerMs?: number;
  /** How long an idle connection is kept, in milliseconds. */
  readonly idleMs?: number;
  /** After how many seconds a connection is replaced; never if absent. */
  readonly lifetimeSeconds?: number;
  /** Whether statements are prepared by name, which a pooler in between may not allow; true if absent. */
  readonly prepare?: boolean;
  readonly observe?: Observe;
}

/** The database with what only the owner of the schema needs. */
export interface Postgres extends Database {
  transaction<T>(work: (tx: ScriptTx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** How the pool is used now. */
  usage(): {
    readonly inUse: number;
    readonly idle: number;
    readonly waiting: number;
    readonly size: number;
  };
}

/** Opens a pool. It connects on first use, and reconnects when a lost server is back. */
export function connectPostgres(options: PoolOptions): Postgres {
  const observe = options.observe ?? ignoreAll;
  const acquireMs = options.acquireMs ?? ACQUIRE_MS;
  const pool = new pg.Pool({
    ...clientConfig(options),
    max: options.max ?? 4,
    connectionTimeoutMillis: acquireMs,
    idleTimeoutMillis: options.idleMs ?? IDLE_MS,
    ...(options.lifetimeSeconds === undefined ? {} : { maxLifetimeSeconds: options.lifetimeSeconds }),
  });
  const prepares = options.prepare ?? true;
  const turnstile = new Turnstile();
  const caches = new WeakMap<pg.PoolClient, PreparedStatements>();
  const listeners = new Set<() => Promise<void>>();
  let lost = false;

  const noteLoss = (cause: unknown): void => {
    if (!lost) observe({ kind: "database-lost", cause });
    lost = true;
  };
  pool.on("error", noteLoss);
  pool.on("connect", (client) => {
    caches.set(client, new PreparedStatements());
    // The pool does not listen to a client that is in use, and an error event without a listener ends the process.
    client.on("error", noteLoss);
    if (lost) observe({ kind: "database-back" });
    lost = false;
  });

  const acquire = async (share: Share | undefined): Promise<Acquired> => {
    const leave = share === undefined ? null : await turnstile.enter(share.key, share.most, acquireMs);
    try {
      const client = await pool.connect();
      const release = (broken?: Error): void => {
        client.release(broken);
        leave?.();
      };
      return { client, release };
    } catch (cause) {
      leave?.();
      const fault = acquireFault(cause);
      if (fault instanceof ConnectionError) noteLoss(fault);
      throw fault;
    }
  };

  const cacheOf = (client: pg.PoolClient): PreparedStatements => {
    const cache = caches.get(client) ?? new PreparedStatements();
    caches.set(client, cache);
    return cache;
  };

  const send = (client: pg.PoolClient, statements: readonly BatchStatement[]) =>
    new Promise<readonly TypedResult[]>((resolve, reject) => {
      const fail = (cause: unknown): void => {
        clearTimeout(timer);
        const fault = statementFault(cause);
        if (isStalePlan(fault)) cacheOf(client).clear();
        if (fault instanceof ConnectionError) noteLoss(fault);
        reject(fault);
      };
      const timer =
        options.answerMs === undefined
          ? undefined
          : setTimeout(() => fail(new Error(`no answer within ${options.answerMs} ms`)), options.answerMs);
      const answered = (results: readonly TypedResult[]): void => {
        clearTimeout(timer);
        resolve(results);
      };
      client.query(new Batch(statements, cacheOf(client), answered, fail));
    });

  const transaction = async <T>(
    work: (tx: ScriptTx) => Promise<T>,
    how: TransactionOptions = {},
  ): Promise<T> => {
    if (how.alone === undefined) return begin(work, how);
    const leave = await turnstile.enter(`alone ${how.alone}`, 1, ALONE_MS);
    return begin(work, how).finally(leave);
  };

  const begin = async <T>(work: (tx: ScriptTx) => Promise<T>, how: TransactionOptions): Promise<T> => {
    const { client, release } = await acquire(how.share);
    const open = new OpenTransaction(
      how,
      (statements) => send(client, statements),
      (scope, text) => prepares && cacheOf(client).recurs(scope, text),
      async (text) => {
        await client.query(text).catch((cause: unknown) => {
          throw statementFault(cause);
        });
      },
    );
    try {
      const value = await work(open);
      await open.commit();
      return value;
    } catch (cause) {
      await open.rollback();
      throw cause;
    } finally {
      release(open.broken ?? undefined);
    }
  };

  const pipeline = async (
    statements: readonly PipelinedStatement[],
    share?: Share,
  ): Promise<readonly Result[]> => {
    const batch = statements.map(({ statement, scope }) => ({
      statement,
      scope: prepares ? (scope ?? null) : null,
    }));
    const { client, release } = await acquire(share);
    let broken: Error | undefined;
    try {
      return await send(client, batch).catch((cause: unknown) => {
        // The batch was one transaction and is undone, so a stale plan can be tried again.
        if (isStalePlan(cause)) return send(client, batch);
        throw cause;
      });
    } catch (cause) {
      if (cause instanceof ConnectionError) broken = cause;
      throw cause;
    } finally {
      release(broken);
    }
  };

  return {
    transaction,
    pipeline,
    usage: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      size: pool.options.max,
    }),
    async listen(channel, onPayload) {
      const stop = await listenOn(clientConfig(options), channel, onPayload, observe);
      listeners.add(stop);
      return async () => {
        listeners.delete(stop);
        await stop();
      };
    },
    async ping() {
      try {
        await pipeline([{ statement: sql`select 1` }]);
        return true;
      } catch {
        return false;
      }
    },
    async close() {
      await Promise.all([...listeners].map((stop) => stop()));
      await pool.end();
    },
  };
}

/** A connection taken from the pool. */
interface Acquired {
  readonly client: pg.PoolClient;
  /** Returns it to the pool, or discards it if it is broken. */
  readonly release: (broken?: Error) => void;
}
