/** Errors of the connection to the database (PGRST000 to PGRST003), and of a statement that took too long. */
import { ApiError } from "../../errors.ts";
import { protocol, RETRY_AFTER } from "./protocol-error.ts";

/** PGRST000: no connection to the database. */
export function connectionFailed(cause?: unknown): ApiError {
  const message = "Database connection error. Retrying the connection.";
  return new ApiError({ status: 503, code: "PGRST000", message, headers: RETRY_AFTER, cause });
}

/** PGRST001: the connection broke during use. */
export function connectionLost(cause?: unknown): ApiError {
  const message = "Database client error. Retrying the connection.";
  return new ApiError({ status: 503, code: "PGRST001", message, headers: RETRY_AFTER, cause });
}

/** PGRST002: the catalogue is not loaded yet. */
export function schemaNotLoaded(): ApiError {
  const message = "Could not query the database for the schema cache. Retrying.";
  return protocol(503, "002", message, null, null, RETRY_AFTER);
}

/** PGRST003: all connections stayed busy. */
export function poolTimedOut(): ApiError {
  return protocol(504, "003", "Timed out acquiring connection from connection pool.");
}

/** 57014 in words: the statement reached its time limit or was cancelled. */
export function statementTooSlow(cause: unknown): ApiError {
  return new ApiError({
    status: 504,
    code: "57014",
    message: "The answer took longer to make than a request may take",
    hint: "Ask for less at a time: fewer rows, or a shorter range of time.",
    headers: RETRY_AFTER,
    cause,
  });
}
