/** Errors of the connection to the database (PGRST000 to PGRST003), of a statement that took too long, and of the disk below. */

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

/** 507: a write that the disk has no room for. */
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

/** SQLSTATE of a file that cannot be read or written. */
export const STORAGE_FAILED = "58030";

/** 58030 in words: the database cannot read or write its own files. */
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

/** SQLSTATEs that say only that a file is at fault: of the system, and of damaged data. */
const OF_FILES = /^(58...|XX00[12])$/;

/** SQLSTATEs of which some are about files: no room for another open one, no right to write one, any other failure. */
const MAY_BE_OF_FILES = /^(53000|42501|XX000)$/;

/** A file of the cluster, relative to its folder, as PostgreSQL names it in every language. */
const CLUSTER_FILE = /(?<![\w/.])(base|global|pg_(?!catalog)[a-z]+)\/\w/;

/** The words for a failure of the database's files, which names none of them; null if it is another failure. */
export function ofItsFiles(fault: DatabaseError): ApiError | null {
  const { sqlstate, message, detail } = fault;
  if (sqlstate === "53100") return diskFull(fault);
  const isNamed = CLUSTER_FILE.test(message) || CLUSTER_FILE.test(detail ?? "");
  const isOfFiles = OF_FILES.test(sqlstate) || (MAY_BE_OF_FILES.test(sqlstate) && isNamed);
  return isOfFiles ? storageFailed(fault) : null;
}
