/**
 * The database as the rest of the program sees it. `postgres.ts` is the only implementation, and nothing else
 * knows the protocol.
 */
import type { Statement } from "./sql.ts";

/** A row in PostgreSQL's text protocol: every value is text or null. */
export type TextRow = readonly (string | null)[];

/** What one statement returned. */
export interface Result {
  readonly columns: readonly string[];
  readonly rows: readonly TextRow[];
  /** A value of the first row as text in UTF-8, to be passed on without a look into it; null if it is null or not there. */
  bytes?(column: number): Buffer | null;
  /** Rows returned or affected, from the command tag; 0 if the command does not count any. */
  readonly affected: number;
}

/** A column's value after it was parsed by its type: numbers, booleans, JSON, arrays; times and bigints stay text. */
export type Row = Readonly<Record<string, unknown>>;

/** An open transaction. It ends when the function that received it returns (commit) or throws (rollback). */
export interface Tx {
  /** Runs a statement; values parsed by type. */
  query(statement: Statement): Promise<readonly Row[]>;
  /** Runs a statement; values as PostgreSQL's text. */
  run(statement: Statement): Promise<Result>;
  /**
   * Runs statements in one network flush, in order. @returns the result of each
   * @param ending whether the transaction is committed in the same flush, and so ends here
   */
  together(statements: readonly Statement[], ending?: "commit"): Promise<readonly Result[]>;
  /** Runs a statement whose result is not needed: it goes in one flush with the next, or with the commit. */
  later(statement: Statement): void;
}

/** Runs work in a transaction of its own, as the role of jobs and of the service's own work. */
export type AsService = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** How a transaction runs. */
export interface TransactionOptions {
  readonly readOnly?: boolean;
  readonly isolation?: "read committed" | "repeatable read" | "serializable";
  /** The role of the transaction (`set local role`); that of the connection if absent. */
  readonly role?: string;
  /** The share of the pool that its connection counts towards; none if absent. */
  readonly share?: Share;
  /**
   * Transactions of this process with the same key run one after another. Waiting ones do not occupy a connection, as
   * they would if they waited for a lock in the database.
   */
  readonly alone?: string;
  /** Whether its work cannot be done again, because it has effects beside the database; false if absent. */
  readonly once?: boolean;
}

/** How much of the pool the holder of a key may occupy at once. */
export interface Share {
  readonly key: string;
  /** Number of connections; always the same for the same key. */
  readonly most: number;
}

/** A statement for the pipelined path. */
export interface PipelinedStatement {
  readonly statement: Statement;
  /** What its plan depends on besides its text, such as a role: it is prepared once per scope, never if absent. */
  readonly scope?: string;
}

/** How statements are sent together. */
export interface PipelineOptions {
  /**
   * Whether they change nothing, and so may be run twice: once they are known to be quick, they share a connection with
   * others, and are sent on another one if they come to wait there.
   */
  readonly readOnly?: boolean;
}

/** A pool of connections to one database. */
export interface Database {
  /**
   * Runs `work` in one transaction. If PostgreSQL undoes it because others were in its way (40001, 40P01), all of it is done
   * again after a moment, a few times at most; what `work` does beside the database has to bear that.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Sends all statements in one network flush with a single Sync: they form one implicit transaction, and a
   * failing one undoes the others, and they are tried again as in {@link transaction}. The result has one entry per statement.
   */
  pipeline(
    statements: readonly PipelinedStatement[],
    share?: Share,
    how?: PipelineOptions,
  ): Promise<readonly Result[]>;
  /**
   * Calls `onPayload` for every notification on a channel, reconnecting until the returned function is called. An empty
   * payload means that one may have been missed.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  /** Whether the database can be reached now. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * A failure that PostgreSQL reported, with the fields of its ErrorResponse that matter.
 * @see https://www.postgresql.org/docs/current/protocol-error-fields.html
 */
export class DatabaseError extends Error {
  readonly sqlstate: string;
  readonly detail: string | null;
  readonly hint: string | null;
  readonly schema: string | null;
  readonly table: string | null;
  readonly column: string | null;
  readonly constraint: string | null;
  /** The function in PostgreSQL's source that reported it: where one code stands for several failures, this tells them apart. */
  readonly routine: string | null;
  /** Where in the statement's text the error is, in characters from 1. */
  readonly position: number | null;

  constructor(fields: {
    message: string;
    sqlstate: string;
    detail?: string | null;
    hint?: string | null;
    schema?: string | null;
    table?: string | null;
    column?: string | null;
    constraint?: string | null;
    routine?: string | null;
    position?: number | null;
    cause?: unknown;
  }) {
    super(fields.message, { cause: fields.cause });
    this.name = "DatabaseError";
    this.sqlstate = fields.sqlstate;
    this.detail = fields.detail ?? null;
    this.hint = fields.hint ?? null;
    this.schema = fields.schema ?? null;
    this.table = fields.table ?? null;
    this.column = fields.column ?? null;
    this.constraint = fields.constraint ?? null;
    this.routine = fields.routine ?? null;
    this.position = fields.position ?? null;
  }
}

/** No connection was available, or it broke; it is then unknown whether the statement took effect. */
export class ConnectionError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ConnectionError";
  }
}

/** No connection could be made, so that nothing can have happened. */
export class NoConnectionError extends ConnectionError {
  constructor(message: string, cause?: unknown) {
    super(message, cause);
    this.name = "NoConnectionError";
  }
}

/** Every connection, or every one that the caller may hold, was busy for too long. */
export class PoolTimeoutError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "PoolTimeoutError";
  }
}

/** How a pool of connections is used: in use, idle, waiting callers, and the maximum. */
export interface PoolUsage {
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
  readonly size: number;
}
