/** Errors of the database connection (PGRST000 to PGRST003), slow statements, and disk failures. */

import { ApiError } from "@wakelog/kit/errors.ts";
import type { DatabaseError } from "../../db/database.ts";
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

/** 57014 reworded: the statement reached its time limit or was cancelled. */
export function statementTooSlow(cause: unknown): ApiError {
  return new ApiError({
    status: 504,
    code: "57014",
    message: "The request took too long",
    hint: "Request less at a time: fewer rows, or a shorter period.",
    headers: RETRY_AFTER,
    cause,
  });
}

/** 507: the disk is full. */
export function diskFull(cause?: unknown): ApiError {
  return new ApiError({
    status: 507,
    code: "PT507",
    message: "The server's disk is almost full, so nothing can be stored",
    hint: "Ask the operator of this service to make room.",
    headers: [["Retry-After", "300"]],
    cause,
  });
}

/** SQLSTATE for I/O errors. */
export const STORAGE_FAILED = "58030";

/** 58030 reworded: the database cannot read or write its own files. */
function storageFailed(cause: unknown): ApiError {
  return new ApiError({
    status: 503,
    code: STORAGE_FAILED,
    message: "The server cannot read or write its disk",
    hint: "Try again in a minute. If that does not help, ask the operator of this service.",
    headers: RETRY_AFTER,
    cause,
  });
}

/** SQLSTATEs that always mean a file error: system errors and corrupted data. */
const FILE_ERRORS = /^(58...|XX00[12])$/;

/** SQLSTATEs that sometimes mean a file error: too many open files, missing permission, internal error. */
const POSSIBLE_FILE_ERRORS = /^(53000|42501|XX000)$/;

/** A file of the cluster, as a path relative to its folder, the same in every language. */
const CLUSTER_FILE = /(?<![\w/.])(base|global|pg_(?!catalog)[a-z]+)\/\w/;

/** Rewords a failure of the database's files without naming them; null for other failures. */
export function storageError(fault: DatabaseError): ApiError | null {
  const { sqlstate, message, detail } = fault;
  if (sqlstate === "53100") return diskFull(fault);
  const isNamed = CLUSTER_FILE.test(message) || CLUSTER_FILE.test(detail ?? "");
  const isOfFiles = FILE_ERRORS.test(sqlstate) || (POSSIBLE_FILE_ERRORS.test(sqlstate) && isNamed);
  return isOfFiles ? storageFailed(fault) : null;
}
