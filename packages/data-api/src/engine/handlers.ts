/**
 * The interface between the engine and TypeScript: procedures and writes declared in SQL and implemented in TypeScript.
 * The engine does everything else: routing, grants, argument types, `select`, media types.
 */

import type { JsonObject, JsonValue } from "@wakelog/kit/json/json.ts";
import type { Result, Share, Tx } from "../db/database.ts";
import type { Sql } from "../db/sql.ts";

export type { JsonObject, JsonValue };

/** The sender of a request. */
export interface Caller {
  /** Database role of the request. */
  readonly role: string;
  /** Claims of the verified token; empty for an anonymous caller. */
  readonly claims: JsonObject;
  /** The claims with the role as JSON text for SQL code; default: derived from the other two. */
  readonly claimsJson?: string;
}

/** What a request says about its caller. */
export interface CallContext {
  readonly caller: Caller;
  /** Request headers, lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The peer's address as the HTTP server saw it; empty when unknown. */
  readonly address: string;
  /** The origin that the caller used, as `https://name:port`; absent when unknown. */
  readonly calledAt?: string | undefined;
}

export interface HandlerContext extends CallContext {
  /** The request's transaction, as the caller's role, with its claims in force. */
  readonly tx: Tx;
}

/**
 * A result that a procedure has written as JSON itself, because it is long: an answer that shows it whole is these
 * bytes, without the database. UTF-8; with output parameters, an object of them.
 */
export class WrittenJson {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/**
 * A procedure. PostgreSQL has coerced its arguments to the declared types (times as ISO text, a body of bytes as
 * base64 under the empty name); its result is JSON of the declared result type.
 */
export type ProcedureHandler = (
  args: JsonObject,
  context: HandlerContext,
) => Promise<JsonValue | WrittenJson>;

/** A procedure that may schedule work for after the commit. */
export type WritingProcedure = (args: JsonObject, context: InsertContext) => Promise<JsonValue | WrittenJson>;

/**
 * A procedure that runs outside the request's transaction and may take long: the request holds no connection meanwhile.
 * The caller is checked before it, and its result shaped after it.
 */
export type DetachedProcedure = (args: JsonObject, context: CallContext) => Promise<JsonValue>;

/** Prepares the rows of a POST; the engine then inserts them as usual (upsert, `missing=default` and so on). */
export interface PreparingInsert {
  readonly kind: "prepare";
  /**
   * Whether a row with an existing primary key updates that row, unless the request asks to ignore duplicates. If
   * false, the request decides.
   */
  readonly merges?: boolean;
  readonly prepare: (rows: readonly JsonValue[], context: HandlerContext) => Promise<readonly JsonValue[]>;
}

/** Additional context of handlers that write. */
export interface InsertContext extends HandlerContext {
  /**
   * Schedules work in its own transaction after this one commits. The answer waits for a short time only. Work
   * scheduled again under the same key before it begins runs once.
   */
  readonly afterwards: (key: string, work: (tx: Tx) => Promise<void>) => void;
  /** Calls `signal` after this transaction commits; never if it rolls back. */
  readonly afterCommit: (signal: () => void) => void;
}

/** A request that may share a transaction with others. */
export interface SharedContext extends CallContext {
  /** Runs the request in a transaction of its own, once however often it is called. Its result is the request's. */
  readonly alone: () => Promise<unknown>;
  /**
   * Runs work in a transaction with the caller's role, but without its claims and check: the work must check each
   * caller itself.
   */
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** The accepted rows, in order and with every column of the table, as JSON with what the answer shows of them. */
  readonly shown: (accepted: readonly JsonObject[]) => string;
  /** The statement of the answer. @param shown an expression for that JSON */
  readonly answer: (shown: Sql) => Sql;
}

/**
 * Judges the elements of a POST body one by one, whatever they are, writes them itself and returns the accepted rows,
 * in order, with every column of the table.
 */
export interface ReplacingInsert {
  readonly kind: "replace";
  readonly insert: (rows: readonly JsonValue[], context: InsertContext) => Promise<readonly JsonObject[]>;
  /**
   * Does the same together with other requests, in one transaction for all.
   * @returns the result of the answer's statement; null if nothing was written and the request needs its own
   * transaction, for whatever reason
   */
  readonly together?: (rows: readonly JsonValue[], context: SharedContext) => Promise<Result | null>;
}

/** A POST on a table. */
export type InsertHandler = PreparingInsert | ReplacingInsert;

export interface Handlers {
  /** By procedure name, in the first exposed schema. */
  readonly procedures: ReadonlyMap<string, WritingProcedure>;
  /** Also by procedure name; not in `procedures`. */
  readonly detached?: ReadonlyMap<string, DetachedProcedure>;
  /** By table name, in the first exposed schema. */
  readonly inserts: ReadonlyMap<string, InsertHandler>;
  /**
   * The resource, such as a vessel, that a handler needs exclusively for this caller; null if none. `name` is the
   * procedure or table. Requests for the same resource run one after another and wait without a connection.
   */
  readonly holds?: (name: string, caller: Caller) => string | null;
}

/** A caller's database limits. */
export interface DatabaseLimits {
  /** Statement time limit in milliseconds; null for the connection's own. */
  readonly statementMs: number | null;
  /** Connections that the caller may hold at once; null for all. */
  readonly share: Share | null;
}

/** The procedures that have a handler, by name. */
export function handledProcedures({ procedures, detached }: Handlers): readonly string[] {
  return [...procedures.keys(), ...(detached?.keys() ?? [])];
}

/** Tables whose new rows are judged one by one. */
export function judgedInserts({ inserts }: Handlers): ReadonlySet<string> {
  return new Set([...inserts].flatMap(([name, { kind }]) => (kind === "replace" ? [name] : [])));
}
