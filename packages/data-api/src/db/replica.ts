/**
 * Reads from a replica. An answer contains everything acknowledged five seconds before: each transaction first checks
 * that the replica has replayed the primary's position of that time, whichever server the connection leads to. The
 * primary handles the rest.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Observe } from "@wakelog/kit/observe.ts";
import { ConnectionError, type Database, DatabaseError, PoolTimeoutError } from "./database.ts";
import { type Statement, sql } from "./sql.ts";

/** Maximum staleness of reads, in milliseconds. */
export const LATEST_MS = 5_000;
/** How often both servers' positions are polled, in milliseconds. */
const POLL_MS = 500;
/** A server that takes longer to report its position counts as away. */
const SILENT_MS = 2_000;

/** The part of a database that reads need. */
export type Readable = Pick<Database, "pipeline" | "transaction" | "inTurn">;

/** A WAL position of the primary. */
interface Position {
  /** Before the primary was asked, by `performance.now()`. */
  readonly at: number;
  readonly lsn: string;
}

/** Why the replica is not used, completing the sentence "the replica …"; null if it is. */
type Trouble = "is away" | "is too far behind" | "belongs to another database" | "has not been polled" | null;

/** The replica has not replayed far enough. */
class BehindError extends Error {}

/** Identifies cluster and database, and on a replica how far it has replayed; null on a primary. */
const POSITION = sql`
  select s.system_identifier || '/' || d.oid,
    case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end
  from pg_control_system() s, pg_database d where d.datname = current_database()`;

/** A replica, monitored until closed. */
export class Replica {
  readonly #primary: Readable;
  readonly #replica: Readable;
  readonly #observe: Observe;
  readonly #closing = new AbortController();
  readonly #polling: Promise<void>;
  /** Oldest first. */
  #positions: readonly Position[] = [];
  #trouble: Trouble = "has not been polled";
  /** Each call aborts a read running on the replica. */
  readonly #reading = new Set<(cause: Error) => void>();

  /** @param replica is not closed with it, and must fail fast without a connection */
  constructor(primary: Readable, replica: Readable, observe: Observe) {
    this.#primary = primary;
    this.#replica = replica;
    this.#observe = observe;
    this.#polling = this.#poll();
  }

  /**
   * Runs a read on the replica.
   * @param read must change nothing, because it may be abandoned
   * @returns null if the replica is away, too far behind or refuses; ask the primary then
   * @throws what `read` throws other than database errors, and 57014 if it takes too long
   */
  async read<T>(read: (database: Readable) => Promise<T>): Promise<T | null> {
    const needed = this.#needed();
    if (this.#trouble !== null || needed === null) return null;
    try {
      return await this.#unlessAway(read(withPositionCheck(this.#replica, needed)));
    } catch (cause) {
      if (cause instanceof ConnectionError) this.#setTrouble("is away");
      if (!canRetryOnPrimary(cause)) throw cause;
      return null;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#polling;
  }

  /** A position of the primary within the last five seconds, the oldest known; null if there is none. */
  #needed(): string | null {
    const since = performance.now() - LATEST_MS;
    return this.#positions.find(({ at }) => at >= since)?.lsn ?? null;
  }

  #unlessAway<T>(work: Promise<T>): Promise<T> {
    return new Promise((done, failed) => {
      this.#reading.add(failed);
      work.then(done, failed).finally(() => this.#reading.delete(failed));
    });
  }

  async #poll(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      this.#setTrouble(await this.#findTrouble());
      await sleep(POLL_MS, undefined, { signal: this.#closing.signal, ref: false }).catch(() => {});
    }
  }

  async #findTrouble(): Promise<Trouble> {
    const [there] = await withinLimit(this.#replica.pipeline([{ statement: POSITION, scope: "" }]));
    const [identity, reached] = there?.rows[0] ?? [];
    const at = performance.now();
    const [here, compared] = await withinLimit(
      this.#primary.pipeline([
        { statement: POSITION, scope: "" },
        { statement: positionQuery(reached ?? null), scope: "" },
      ]),
    );
    const [lsn, isAhead] = compared?.rows[0] ?? [];
    // A replica ahead of the primary dates from before a failover.
    if (isAhead === "t") this.#positions = [];
    else if (lsn != null)
      this.#positions = [...this.#positions.filter((one) => at - one.at <= LATEST_MS), { at, lsn }];
    if (identity === undefined) return "is away";
    if (here !== undefined && here.rows[0]?.[0] !== identity) return "belongs to another database";
    if (reached == null || isAhead === "t") return "belongs to another database";
    const needed = this.#needed();
    if (needed === null) return this.#trouble;
    const [isThere] = await withinLimit(
      this.#replica.pipeline([{ statement: reachedQuery(needed), scope: "" }]),
    );
    return isThere?.rows[0]?.[0] === "t" ? null : "is too far behind";
  }

  #setTrouble(trouble: Trouble): void {
    if (trouble === this.#trouble) return;
    const isClosing = this.#closing.signal.aborted;
    this.#trouble = trouble;
    if (trouble === "is away") {
      for (const giveUp of [...this.#reading]) giveUp(new ConnectionError("the replica is away"));
    }
    if (isClosing || trouble === "has not been polled") return;
    const text = trouble === null ? "answers reads" : `${trouble}; the primary answers all reads`;
    this.#observe({ kind: "notice", what: "the replica", text });
  }
}

/** Wraps a database so that each transaction first checks the replica's position. */
function withPositionCheck(database: Readable, needed: string): Readable {
  const reached = reachedQuery(needed);
  return {
    async pipeline(statements, share, how) {
      const all = [{ statement: reached, scope: "" }, ...statements];
      const [first, ...results] = await database.pipeline(all, share, how);
      if (first?.rows[0]?.[0] !== "t") throw new BehindError();
      return results;
    },
    inTurn: database.inTurn,
    transaction: (work, how) =>
      database.transaction(async (tx) => {
        if ((await tx.run(reached)).rows[0]?.[0] !== "t") throw new BehindError();
        return work(tx);
      }, how),
  };
}

/** Later statements see at least what was written up to there, because each takes a new snapshot (READ COMMITTED). */
function reachedQuery(lsn: string): Statement {
  return sql`select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn`;
}

/** The primary's flushed WAL position, and whether a replica claims to be ahead of it. */
function positionQuery(reached: string | null): Statement {
  return sql`select p.lsn::text, p.lsn < ${reached}::pg_lsn from pg_current_wal_flush_lsn() p (lsn)`;
}

/**
 * The primary handles everything but time-outs, which would take as long there. A refusal may be due to data not yet
 * replicated, such as an account; a replication conflict is not the read's fault.
 */
function canRetryOnPrimary(cause: unknown): boolean {
  if (cause instanceof DatabaseError) return cause.sqlstate !== "57014";
  return (
    cause instanceof ConnectionError || cause instanceof PoolTimeoutError || cause instanceof BehindError
  );
}

/** The results; none after a failure or time-out. */
async function withinLimit<T>(results: Promise<readonly T[]>): Promise<readonly T[]> {
  const late = new AbortController();
  const none = sleep(SILENT_MS, [], { signal: late.signal, ref: false }).catch(() => []);
  const first = await Promise.race([results.catch(() => []), none]);
  late.abort();
  return first;
}
