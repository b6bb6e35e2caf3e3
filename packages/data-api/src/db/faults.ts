/** Converts driver failures to the error types of `database.ts`. */
import { ConnectionError, DatabaseError, NoConnectionError, PoolTimeoutError } from "./database.ts";

/** A failed statement. Everything that PostgreSQL did not report is a connection failure. */
export function statementFault(cause: unknown): DatabaseError | ConnectionError | PoolTimeoutError {
  if (cause instanceof DatabaseError || cause instanceof ConnectionError || cause instanceof PoolTimeoutError)
    return cause;
  return new ConnectionError(`the connection broke: ${textOf(cause)}`, cause);
}

/** A failed attempt to connect; `cause` is a {@link DatabaseError} if the server refused. */
export function acquireFault(cause: unknown): NoConnectionError {
  return new NoConnectionError(`no database connection: ${textOf(cause)}`, cause);
}

/**
 * Whether a prepared statement is stale: a table changed (0A000 at Bind), or it was deallocated (26000). Preparing it
 * again helps.
 */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  return (
    error.sqlstate === "26000" || (error.sqlstate === "0A000" && error.routine === "RevalidateCachedQuery")
  );
}

/** An AggregateError of connection attempts has no message. */
function textOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause instanceof AggregateError && cause.message === "") return cause.errors.map(textOf).join("; ");
  return cause.message;
}
