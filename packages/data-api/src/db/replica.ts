/**
 * Reads from a replica. What it answers with holds everything that was acknowledged five seconds before: each transaction
 * there first looks whether the replica has come as far as the primary was within that time, whichever server the connection
 * leads to. What it cannot answer is left to the primary.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Observe } from "@wakelog/kit/observe.ts";
import { ConnectionError, type Database, DatabaseError, PoolTimeoutError } from "./database.ts";
import { type Statement, sql } from "./sql.ts";

/** How old the state that reads see may be, in milliseconds. */
export const LATEST_MS = 5_000;
/** How often the primary's position is noted, and the replica looked at. */
const LOOK_MS = 500;
/** A server that takes longer than this to say where it is counts as away. */
const SILENT_MS = 2_000;

/** What reads need of a database. */
export type Readable = Pick<Database, "pipeline" | "transaction">;

/** How far the primary had written its log when it was asked. */
interface Position {
  /** Before it was asked, by `performance.now()`. */
  readonly at: number;
  readonly lsn: string;
}

/** Why the replica does not answer, in words that complete "the replica …"; null if it does. */
type Trouble =
  | "is away"
  | "is too far behind"
  | "is not one of this database"
  | "has not been looked at"
  | null;

/** The replica has not come as far as it must have. */
class BehindError extends Error {}

/** Which database of which cluster it is, and on a replica how far it has come; null on a primary. */
const LOOK = sql`
  select s.system_identifier || '/' || d.oid,
    case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end
  from pg_control_system() s, pg_database d where d.datname = current_database()`;

/** A replica that is looked after until it is closed. */
export class Replica {
  readonly #primary: Readable;
  readonly #replica: Readable;
  readonly #observe: Observe;
  readonly #closing = new AbortController();
  readonly #looking: Promise<void>;
  /** Oldest first. */
  #positions: readonly Position[] = [];
  #trouble: Trouble = "has not been looked at";
  /** Calling one gives up a read that the replica has begun. */
  readonly #reading = new Set<(cause: Error) => void>();

  /** @param replica is not closed with it, and must give up soon if it has no connection */
  constructor(primary: Readable, replica: Readable, observe: Observe) {
    this.#primary = primary;
    this.#replica = replica;
    this.#observe = observe;
    this.#looking = this.#look();
  }

  /**
   * Has something read from the replica.
   * @param read changes nothing, and so may be begun in vain
   * @returns null if the replica does not answer, is too far behind, or refuses: then the primary has to be asked
   * @throws what `read` throws that is not a fault of the database, and 57014 if it takes too long
   */
  async read<T>(read: (database: Readable) => Promise<T>): Promise<T | null> {
    const needed = this.#needed();
    if (this.#trouble !== null || needed === null) return null;
    try {
      return await this.#unlessAway(read(notBehind(this.#replica, needed)));
    } catch (cause) {
      if (cause instanceof ConnectionError) this.#turned("is away");
      if (!isLeftToPrimary(cause)) throw cause;
      return null;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#looking;
  }

  /** Where the primary was at some time of the last five seconds; the longer ago the better. Null if that is not known. */
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

  async #look(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      this.#turned(await this.#findTrouble());
      await sleep(LOOK_MS, undefined, { signal: this.#closing.signal, ref: false }).catch(() => {});
    }
  }

  async #findTrouble(): Promise<Trouble> {
    const [there] = await soon(this.#replica.pipeline([{ statement: LOOK, scope: "" }]));
    const [identity, reached] = there?.rows[0] ?? [];
    const at = performance.now();
    const [here, compared] = await soon(
      this.#primary.pipeline([
        { statement: LOOK, scope: "" },
        { statement: positionQuery(reached ?? null), scope: "" },
      ]),
    );
    const [lsn, isAhead] = compared?.rows[0] ?? [];
    // What a replica has and the primary has not is from before another server became the primary.
    if (isAhead === "t") this.#positions = [];
    else if (lsn != null)
      this.#positions = [...this.#positions.filter((one) => at - one.at <= LATEST_MS), { at, lsn }];
    if (identity === undefined) return "is away";
    if (here !== undefined && here.rows[0]?.[0] !== identity) return "is not one of this database";
    if (reached == null || isAhead === "t") return "is not one of this database";
    const needed = this.#needed();
    if (needed === null) return this.#trouble;
    const [isThere] = await soon(this.#replica.pipeline([{ statement: reachedQuery(needed), scope: "" }]));
    return isThere?.rows[0]?.[0] === "t" ? null : "is too far behind";
  }

  #turned(trouble: Trouble): void {
    if (trouble === this.#trouble) return;
    const isClosing = this.#closing.signal.aborted;
    this.#trouble = trouble;
    if (trouble === "is away") {
      for (const giveUp of [...this.#reading]) giveUp(new ConnectionError("the replica is away"));
    }
    if (isClosing || trouble === "has not been looked at") return;
    const text = trouble === null ? "answers reads" : `${trouble}; the primary answers all reads`;
    this.#observe({ kind: "notice", what: "the replica", text });
  }
}

/** The same database, where each transaction first looks whether it is far enough. */
function notBehind(database: Readable, needed: string): Readable {
  const reached = reachedQuery(needed);
  return {
    async pipeline(statements, share, how) {
      const all = [{ statement: reached, scope: "" }, ...statements];
      const [first, ...results] = await database.pipeline(all, share, how);
      if (first?.rows[0]?.[0] !== "t") throw new BehindError();
      return results;
    },
    transaction: (work, how) =>
      database.transaction(async (tx) => {
        if ((await tx.run(reached)).rows[0]?.[0] !== "t") throw new BehindError();
        return work(tx);
      }, how),
  };
}

/** Statements after it see at least what was written up to there, as each of them looks again (READ COMMITTED). */
function reachedQuery(lsn: string): Statement {
  return sql`select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn`;
}

/** How far the primary's log is on the disk, and whether a replica claims to be further. */
function positionQuery(reached: string | null): Statement {
  return sql`select p.lsn::text, p.lsn < ${reached}::pg_lsn from pg_current_wal_flush_lsn() p (lsn)`;
}

/**
 * A refusal may be due to what has not arrived there yet, such as an account, and a conflict with replication is not the
 * read's fault: the primary is asked in all cases but that of a read that takes too long, which would only take as long again.
 */
function isLeftToPrimary(cause: unknown): boolean {
  if (cause instanceof DatabaseError) return cause.sqlstate !== "57014";
  return (
    cause instanceof ConnectionError || cause instanceof PoolTimeoutError || cause instanceof BehindError
  );
}

/** The results, or none if they take too long or cannot be had. */
async function soon<T>(results: Promise<readonly T[]>): Promise<readonly T[]> {
  const late = new AbortController();
  const none = sleep(SILENT_MS, [], { signal: late.signal, ref: false }).catch(() => []);
  const first = await Promise.race([results.catch(() => []), none]);
  late.abort();
  return first;
}
