/** Converts exceptions to the error for the caller. */

import { ApiError } from "@wakelog/kit/errors.ts";
import { ConnectionError, DatabaseError, NoConnectionError, PoolTimeoutError } from "../../db/database.ts";
import type { Release } from "../release/facts.ts";
import { releaseOf } from "../release/release.ts";
import { connectionFailed, connectionLost, poolTimedOut } from "./connection-errors.ts";
import { RETRY_AFTER } from "./protocol-error.ts";
import { isRaisedMessage, raisedError } from "./raise.ts";

/** PGRSTX00: an internal error. The cause is logged and never shown. */
export function unexpected(cause?: unknown): ApiError {
  return new ApiError({ status: 500, code: "PGRSTX00", message: "Internal server error", cause });
}

/** Words and statuses for PostgreSQL's errors. */
type Wording = Pick<Release["errors"], "statusOf" | "badRaise">;
const DEFAULT: Wording = releaseOf().errors;

/** The caller's error for any exception. @param hasJwtRole whether a token named the role */
export function fromFault(fault: unknown, hasJwtRole: boolean, errors: Wording = DEFAULT): ApiError {
  if (fault instanceof ApiError) return fault;
  if (fault instanceof DatabaseError) return fromDatabase(fault, hasJwtRole, errors);
  if (fault instanceof PoolTimeoutError) return poolTimedOut();
  if (fault instanceof NoConnectionError) return connectionFailed(fault);
  if (fault instanceof ConnectionError) return connectionLost(fault);
  return unexpected(fault);
}

/**
 * PostgreSQL's error with the HTTP status of its SQLSTATE.
 * @param hasJwtRole whether a token named the role; without one, 42501 asks for a token (401)
 */
export function fromDatabase(error: DatabaseError, hasJwtRole: boolean, errors: Wording = DEFAULT): ApiError {
  const { sqlstate: code, message, detail: details, hint } = error;
  if (code === "PGRST")
    return raisedError(message, details) ?? errors.badRaise(message, details, isRaisedMessage(message));
  const status = errors.statusOf(code, message, hasJwtRole);
  const headers =
    status === 503 ? RETRY_AFTER : status === 401 ? ([["WWW-Authenticate", "Bearer"]] as const) : [];
  return new ApiError({ code, status, message, details, hint, headers, cause: error });
}
