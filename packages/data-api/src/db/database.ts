/** The database interface. `postgres.ts` is the only implementation; nothing else knows the protocol. */
import type { Statement } from "./sql.ts";

/** A row in PostgreSQL's text format. */
export type TextRow = readonly (string | null)[];

/** The result of one statement. */
export interface Result {
  readonly columns: readonly string[];
  readonly rows: readonly TextRow[];
  /** A value of the first row as UTF-8, passed on unparsed; null if it is null or missing. */
  bytes?(column: number): Buffer | null;
  /** Rows returned or affected, from the command tag; 0 if the command has no count. */
  readonly affected: number;
}

/** A row with values parsed by type: numbers, booleans, JSON, arrays. Times and bigints stay text. */
export type Row = Readonly<Record<string, unknown>>;

/** An open transaction. It commits when the function that received it returns, and rolls back when it throws. */
export interface Tx {
  /** Runs a statement; values are parsed by type. */
  query(statement: Statement): Promise<readonly Row[]>;
  /** Runs a statement; values stay PostgreSQL's text. */
  run(statement: Statement): Promise<Result>;
  /**
   * Runs statements in order, in one network flush. @returns one result per statement
   * @param ending "commit" commits in the same flush, which ends the transaction
   */
  together(statements: readonly Statement[], ending?: "commit"): Promise<readonly Result[]>;
  /** Queues a statement whose result is not needed; it is sent with the next one or with the commit. */
  later(statement: Statement): void;
}

/** Runs work in its own transaction, as the role for jobs and internal work. */
export type AsService = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** When work runs. */
export interface Turn {
  /** The share of the pool that this transaction counts towards; default: none. */
  readonly share?: Share;
  /**
   * Transactions of this process with the same key run one after another. Unlike with a lock in the database, waiting
   * ones occupy no connection.
   */
  readonly alone?: string;
}

/** How a transaction runs. */
export interface TransactionOptions extends Turn {
  readonly readOnly?: boolean;
  readonly isolation?: "read committed" | "repeatable read" | "serializable";
  /** The role of the transaction (`set local role`); default: the connection's. */
  readonly role?: string;
  /** Whether the work must not be retried because it has effects outside the database; default: false. */
  readonly once?: boolean;
}

/** How much of the pool one key may occupy at once. */
export interface Share {
  readonly key: string;
  /** Number of connections; always the same for a key. */
  readonly most: number;
}

/** A statement for the pipelined path. */
export interface PipelinedStatement {
  readonly statement: Statement;
  /** What the plan depends on besides the text, e.g. a role. Statements are prepared per scope; without one, never. */
  readonly scope?: string;
}

/** How a batch of statements is sent. */
export interface PipelineOptions {
  /**
   * Whether they change nothing, so that they may run twice. Once known to be quick, they share a connection, and are
   * sent again on another one if they are stuck there.
   */
  readonly readOnly?: boolean;
}

/** A pool of connections to one database. */
export interface Database {
  /**
   * Runs `work` in one transaction. After a conflict (40001, 40P01) all of it is retried a few times, so its effects
   * outside the database must tolerate repetition.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs work that may share another's transaction, as if it were one of its own that waits for this turn. */
  inTurn<T>(turn: Turn, work: () => Promise<T>): Promise<T>;
  /**
   * Sends all statements in one network flush with a single Sync. They form one implicit transaction: one failure
   * undoes all, and they are retried as in {@link transaction}. Returns one result per statement.
   */
  pipeline(
    statements: readonly PipelinedStatement[],
    share?: Share,
    how?: PipelineOptions,
  ): Promise<readonly Result[]>;
  /**
   * Calls `onPayload` for each notification on a channel and reconnects until the returned function is called. An empty
   * payload means that notifications may have been missed.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  /** Whether the database is reachable now. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * An error reported by PostgreSQL, with the relevant fields of its ErrorResponse.
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
  /** The C function that reported the error; distinguishes failures that share a code. */
  readonly routine: string | null;
  /** Position of the error in the statement, in characters from 1. */
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

/** No connection was available, or it broke; the statement may or may not have taken effect. */
export class ConnectionError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ConnectionError";
  }
}

/** No connection could be made, so nothing was executed. */
export class NoConnectionError extends ConnectionError {
  constructor(message: string, cause?: unknown) {
    super(message, cause);
    this.name = "NoConnectionError";
  }
}

/** All connections, or all that the caller may hold, were busy for too long. */
export class PoolTimeoutError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "PoolTimeoutError";
  }
}

/** Pool usage: connections in use and idle, waiting callers, and the maximum. */
export interface PoolUsage {
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
  readonly size: number;
}
