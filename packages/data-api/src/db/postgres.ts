/** The driver: a pool of connections to PostgreSQL. */
import { ignoreAll, type Observe } from "@wakelog/kit/observe.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";
import { type ConnectionSettings, settingsStatement } from "./connection-settings.ts";
import type {
  Database,
  PipelinedStatement,
  PipelineOptions,
  PoolUsage,
  Result,
  Share,
  TransactionOptions,
  Turn,
} from "./database.ts";
import { isStalePlan } from "./faults.ts";
import { Listener } from "./listener.ts";
import { Pool } from "./pool/pool.ts";
import { ReadTimes } from "./pool/read-times.ts";
import { isConflict, pauseAfter, TRIES, withRetries } from "./retry.ts";
import { sql } from "./sql.ts";
import { OpenTransaction, type ScriptTx } from "./transaction.ts";
import { type Gate, Turnstile } from "./turnstile.ts";
import { Batch } from "./wire/batch.ts";
import { Script } from "./wire/script.ts";
import { serverAddress } from "./wire/server-address.ts";

/** How long a caller waits for a connection before {@link PoolTimeoutError}; boats hang up by then. */
const ACQUIRE_MS = 5_000;
/** How long a transaction waits for others with the same `alone` key; same as the lock timeout. */
const ALONE_MS = 30_000;
/** How long idle connections are kept; a new one costs the server a process. */
const IDLE_MS = MINUTE;

export interface PoolOptions extends ConnectionSettings {
  /** Most connections; about two per core. */
  readonly max?: number;
  /** How long a caller waits for a connection, in milliseconds. */
  readonly acquireMs?: number;
  /**
   * How long a batch may go unanswered before its connection is closed, in milliseconds; default: forever. Must exceed
   * the server's own limit: it detects a frozen or unreachable server.
   */
  readonly answerMs?: number;
  /**
   * Whether to probe a server on a separate connection after two seconds of silence, and give it up if the probe fails
   * too, so that nothing keeps waiting for it. Default: false.
   */
  readonly detectsDeadServer?: boolean;
  /** How long an idle connection is kept, in milliseconds. */
  readonly idleMs?: number;
  /** Age in seconds at which a connection is replaced; default: never. */
  readonly lifetimeSeconds?: number;
  /**
   * The server itself, if `url` is a transaction pooler: LISTEN goes here, nothing is prepared by name, and each
   * transaction carries the session's settings.
   */
  readonly listenUrl?: string | undefined;
  /** LISTEN of another pool, whose connection serves both; default: on a connection of this pool. */
  readonly listen?: Database["listen"];
  /** Whether to prepare statements by name, which a pooler may not allow; default: true. */
  readonly prepare?: boolean;
  /** Gate for transactions with the same `alone` key; default: within this pool. */
  readonly turns?: Gate;
  /** Gate that counts shares of the pool; default: within this pool. */
  readonly shares?: Gate;
  /** Attempts per transaction after conflicts; default: a few. */
  readonly tries?: number;
  readonly observe?: Observe;
}

/** The database, with what only the owner of the schema needs. */
export interface Postgres extends Database {
  transaction<T>(work: (tx: ScriptTx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Current use of the pool. */
  usage(): PoolUsage;
}

/** Opens a pool. It connects on first use and reconnects after losing the server. */
export function connectPostgres(options: PoolOptions): Postgres {
  const observe = options.observe ?? ignoreAll;
  const acquireMs = options.acquireMs ?? ACQUIRE_MS;
  const pooled = options.listenUrl !== undefined;
  const prepares = !pooled && (options.prepare ?? true);
  const brought = pooled ? [settingsStatement(options)] : [];
  const turnstile = new Turnstile();
  const { turns = turnstile, shares = turnstile, tries = TRIES } = options;
  const readTimes = new ReadTimes();
  let lost = false;
  const { settings, ...plain } = options;
  const address = serverAddress(pooled ? { ...plain, keepDefaults: true } : options);
  const listening = pooled ? serverAddress({ ...options, url: options.listenUrl }) : address;
  const listener = new Listener(listening, observe);
  const pool = new Pool(address, {
    max: options.max ?? 4,
    acquireMs,
    answerMs: options.answerMs ?? Number.POSITIVE_INFINITY,
    idleMs: options.idleMs ?? IDLE_MS,
    // A pooler could answer for a dead server, or be busy while the server is alive.
    heartbeat: options.detectsDeadServer === true ? listening : null,
    lifetimeMs: (options.lifetimeSeconds ?? Number.POSITIVE_INFINITY) * 1000,
    opened: () => {
      if (lost) observe({ kind: "database-back" });
      lost = false;
    },
    lost: (cause) => {
      if (!lost) observe({ kind: "database-lost", cause });
      lost = true;
    },
  });

  /** Runs `work` when the share allows it. */
  const sharing = async <T>(share: Share, work: () => Promise<T>): Promise<T> => {
    const leave = await shares.enter(share.key, share.most, acquireMs);
    return work().finally(leave);
  };

  const inTurn = async <T>({ alone, share }: Turn, work: () => Promise<T>): Promise<T> => {
    const within = (): Promise<T> => (share === undefined ? work() : sharing(share, work));
    if (alone === undefined) return within();
    const leave = await turns.enter(`alone ${alone}`, 1, ALONE_MS);
    return within().finally(leave);
  };

  const transaction = <T>(work: (tx: ScriptTx) => Promise<T>, how: TransactionOptions = {}): Promise<T> =>
    inTurn(how, () => tried(work, how));

  const tried = <T>(work: (tx: ScriptTx) => Promise<T>, how: TransactionOptions): Promise<T> =>
    // Work that cannot be retried must not meet a stale plan.
    how.once === true ? begin(work, how, false) : withRetries(tries, (one) => begin(work, how, one.prepares));

  const begin = async <T>(
    work: (tx: ScriptTx) => Promise<T>,
    how: TransactionOptions,
    mayPrepare: boolean,
  ): Promise<T> => {
    const connection = await pool.lease();
    const open = new OpenTransaction(
      how,
      brought,
      (statements) => new Promise((done, failed) => connection.send(new Batch(statements, done, failed))),
      (scope, text) => prepares && mayPrepare && connection.prepared.recurs(scope, text),
      (text) => new Promise((done, failed) => connection.send(new Script(text, done, failed))),
    );
    try {
      const value = await work(open);
      await open.commit();
      return value;
    } catch (cause) {
      await open.rollback();
      throw cause;
    } finally {
      if (open.broken !== null) connection.break(open.broken);
      pool.release(connection);
    }
  };

  const send = (
    statements: readonly PipelinedStatement[],
    { readOnly }: PipelineOptions,
  ): Promise<readonly Result[]> =>
    new Promise((done, failed) => {
      const batch = [
        ...brought.map((statement) => ({ statement, scope: null })),
        ...statements.map(({ statement, scope }) => ({
          statement,
          scope: prepares ? (scope ?? null) : null,
        })),
      ];
      const answered = (results: readonly Result[]): void => done(results.slice(brought.length));
      // The batch was one transaction and was rolled back, so it can be retried, without prepared plans.
      let n = 0;
      const undone = (fault: unknown): void => {
        const unprepared = batch.map(({ statement }) => ({ statement, scope: null }));
        const repeat = (): void => pool.submit(new Batch(unprepared, answered, undone));
        if (++n < tries && isConflict(fault)) void pauseAfter(n).then(repeat);
        else if (n === 1 && isStalePlan(fault)) repeat();
        else failed(fault);
      };
      const last = batch.at(-1);
      const isRead = readOnly === true && last !== undefined && last.scope !== null;
      const readTime = isRead ? readTimes.of(last.scope ?? "", last.statement.text) : null;
      const exchange = new Batch(batch, answered, undone, readTime);
      if (readTime?.isQuick === true) pool.submitQuick(exchange);
      else pool.submit(exchange);
    });

  const pipeline = (
    statements: readonly PipelinedStatement[],
    share?: Share,
    how: PipelineOptions = {},
  ): Promise<readonly Result[]> =>
    share === undefined ? send(statements, how) : sharing(share, () => send(statements, how));

  return {
    transaction,
    inTurn,
    pipeline,
    usage: () => pool.usage(),
    listen: options.listen ?? ((channel, onPayload) => listener.listen(channel, onPayload)),
    async ping() {
      try {
        await pipeline([{ statement: sql`select 1` }]);
        return true;
      } catch {
        return false;
      }
    },
    async close() {
      await listener.close();
      await pool.close();
    },
  };
}
