/** Distinguishes the driver's errors: those that PostgreSQL reported, and those of the connection. */
import { ConnectionError, DatabaseError, NoConnectionError, PoolTimeoutError } from "./database.ts";

/** Fields of an ErrorResponse as the driver names them. */
interface Reported extends Error {
  readonly code: string;
  readonly severity?: string;
  readonly detail?: string;
  readonly hint?: string;
  readonly schema?: string;
  readonly table?: string;
  readonly column?: string;
  readonly constraint?: string;
}

function isReported(cause: unknown): cause is Reported {
  return cause instanceof Error && "severity" in cause && "code" in cause && typeof cause.code === "string";
}

/** What PostgreSQL reported, or null if the error did not come from it. */
function reported(cause: unknown): DatabaseError | null {
  if (cause instanceof DatabaseError) return cause;
  if (!isReported(cause)) return null;
  const { message, code, detail, hint, schema, table, column, constraint } = cause;
  return new DatabaseError({
    message,
    sqlstate: code,
    detail: detail ?? null,
    hint: hint ?? null,
    schema: schema ?? null,
    table: table ?? null,
    column: column ?? null,
    constraint: constraint ?? null,
    cause,
  });
}

/** A failure of a statement. FATAL means that the server closed the connection; no ReadyForQuery follows. */
export function statementFault(cause: unknown): DatabaseError | ConnectionError {
  const error = reported(cause);
  const fatal = isReported(cause) && (cause.severity === "FATAL" || cause.severity === "PANIC");
  if (error !== null && !fatal) return error;
  return new ConnectionError(`the connection broke: ${textOf(cause)}`, error ?? cause);
}

/** A failure to get a connection; `cause` is a {@link DatabaseError} if the server refused it. */
export function acquireFault(cause: unknown): NoConnectionError | PoolTimeoutError {
  if (cause instanceof Error && cause.message === "timeout exceeded when trying to connect") {
    return new PoolTimeoutError("every database connection is busy");
  }
  return new NoConnectionError(`no database connection: ${textOf(cause)}`, reported(cause) ?? cause);
}

/**
 * Whether a statement failed only because its prepared form is out of date: a table changed (0A000 at Bind), or it was
 * deallocated (26000). Preparing it again helps.
 */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  return (
    error.sqlstate === "26000" ||
    (error.sqlstate === "0A000" && error.message.startsWith("cached plan must not"))
  );
}

/** An AggregateError of connection attempts has no message of its own. */
function textOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause instanceof AggregateError && cause.message === "") return cause.errors.map(textOf).join("; ");
  return cause.message;
}
