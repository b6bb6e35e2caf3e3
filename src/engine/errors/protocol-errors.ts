/**
 * Every error that the protocol defines, one function each, grouped by code, and the translation of what
 * PostgreSQL reports. Codes and texts are fixed by the protocol: clients branch on them.
 */
import { ConnectionError, DatabaseError, NoConnectionError, PoolTimeoutError } from "../../db/database.ts";
import { ApiError } from "../../errors.ts";
import { raisedError } from "./raise.ts";
import { statusOf } from "./sqlstate.ts";

/** Seconds after which a caller may ask again when the database was not to be had. */
const RETRY_AFTER: readonly (readonly [string, string])[] = [["Retry-After", "1"]];

function protocol(
  status: number,
  code: string,
  message: string,
  details: unknown = null,
  hint: string | null = null,
  headers: readonly (readonly [string, string])[] = [],
): ApiError {
  return new ApiError({ status, code: `PGRST${code}`, message, details, hint, headers });
}

// 0xx: the database could not be asked.

/** PGRST000: no connection to the database. */
export function connectionFailed(cause?: unknown): ApiError {
  const message = "Database connection error. Retrying the connection.";
  return new ApiError({ status: 503, code: "PGRST000", message, headers: RETRY_AFTER, cause });
}

/** PGRST001: the connection broke while it was used. */
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

// 1xx: the request cannot be understood, or its answer not be made.

/** PGRST100: a part of the query string does not parse. @param column counted from 1 */
export function parseFailure(what: string, text: string, column: number, details: string): ApiError {
  return protocol(400, "100", `"failed to parse ${what} (${text})" (line 1, column ${column})`, details);
}

/** PGRST101: a procedure is called by GET, HEAD or POST only. */
export function unsupportedRpcMethod(method: string): ApiError {
  return protocol(405, "101", `Cannot use the ${method} method on RPC`);
}

/** PGRST102: the body is not what its media type says, or its rows differ in keys. */
export function badRequestBody(message: string): ApiError {
  return protocol(400, "102", message);
}

/** PGRST102: a body of a media type that is not read here. */
export function contentTypeNotAcceptable(mediaType: string): ApiError {
  return badRequestBody(`Content-Type not acceptable: ${mediaType}`);
}

/** PGRST103 with any details. */
export function rangeNotSatisfiable(
  details: string,
  headers: readonly (readonly [string, string])[] = [],
): ApiError {
  return protocol(416, "103", "Requested range not satisfiable", details, null, headers);
}

/** PGRST103: `limit` below zero. */
export function negativeLimit(): ApiError {
  return rangeNotSatisfiable("Limit should be greater than or equal to zero.");
}

/** PGRST103: a `Range` header whose ends are the wrong way round. */
export function reversedRange(): ApiError {
  return rangeNotSatisfiable(
    "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
  );
}

/** PGRST103: an offset past the end of rows that were counted; `headers` are the answer's besides its range. */
export function offsetPastEnd(
  offset: number,
  total: number,
  headers: readonly (readonly [string, string])[] = [],
): ApiError {
  const details = `An offset of ${offset} was requested, but there are only ${total} rows.`;
  return rangeNotSatisfiable(details, headers);
}

/** PGRST105: PUT names one row by its whole key and nothing else. */
export function putFilters(): ApiError {
  const message = "Filters must include all and only primary key columns with 'eq' operators";
  return protocol(405, "105", message);
}

/** PGRST106: a schema that is not exposed. */
export function unacceptableSchema(exposed: readonly string[]): ApiError {
  return protocol(406, "106", `The schema must be one of the following: ${exposed.join(", ")}`);
}

/** PGRST107: none of the media types accepted can be made. */
export function noMediaType(accepted: readonly string[]): ApiError {
  return protocol(415, "107", `None of these media types are available: ${accepted.join(", ")}`);
}

/** PGRST108: something is said of a resource that is not embedded. */
export function notEmbedded(name: string): ApiError {
  return protocol(
    400,
    "108",
    `'${name}' is not an embedded resource in this request`,
    null,
    `Verify that '${name}' is included in the 'select' query parameter.`,
  );
}

/** PGRST109: a limited write without an order would hit any rows. */
export function limitWithoutOrder(): ApiError {
  const hint = "Apply an 'order' using unique column(s)";
  return protocol(400, "109", "A 'limit' was applied without an explicit 'order'", null, hint);
}

/** PGRST110: a limited write hit more rows than its limit. */
export function limitSurpassed(changed: number, limit: number): ApiError {
  return protocol(
    400,
    "110",
    "The maximum number of rows allowed to change was surpassed",
    `Results contain ${changed} rows changed but the maximum number allowed is ${limit}`,
  );
}

/** PGRST111: a function set `response.headers` to something else than headers. */
export function badResponseHeaders(): ApiError {
  return protocol(
    500,
    "111",
    "response.headers guc must be a JSON array composed of objects with a single key and a string value",
  );
}

/** PGRST112: a function set `response.status` to something else than a status. */
export function badResponseStatus(): ApiError {
  return protocol(500, "112", "response.status guc must be a valid status code");
}

/** PGRST113: a bare value was asked for and there are several. */
export function moreThanOneColumn(mediaType: string): ApiError {
  return protocol(406, "113", `${mediaType} requested but more than one column was selected`);
}

/** PGRST114: PUT takes no `limit` and no `offset`. */
export function putRange(): ApiError {
  return protocol(400, "114", "limit/offset querystring parameters are not allowed for PUT");
}

/** PGRST115: the row that was put is not the one that the URL names. */
export function putPayload(): ApiError {
  return protocol(400, "115", "Payload values do not match URL in primary key column(s)");
}

/** PGRST116: one object was asked for and there are none or several. @param contentType of the error's answer */
export function singularity(rows: number, contentType?: string): ApiError {
  return protocol(
    406,
    "116",
    "JSON object requested, multiple (or no) rows returned",
    `The result contains ${rows} rows`,
    null,
    contentType === undefined ? [] : [["Content-Type", contentType]],
  );
}

/** PGRST117: a method that means nothing here. */
export function unsupportedMethod(method: string): ApiError {
  return protocol(405, "117", `Unsupported HTTP method: ${method}`);
}

function notToOne(origin: string, target: string): string {
  return `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`;
}

/** PGRST118: rows can be ordered by one related row, not by several. */
export function relatedOrderNotPossible(origin: string, target: string): ApiError {
  return protocol(400, "118", `A related order on '${target}' is not possible`, notToOne(origin, target));
}

/** PGRST119: columns can be taken over from one related row, not from several. */
export function spreadNotToOne(origin: string, target: string): ApiError {
  const message = `A spread operation on '${target}' is not possible`;
  return protocol(400, "119", message, notToOne(origin, target));
}

/** PGRST120: an embedded resource is there or not there, and compares with nothing else. */
export function badEmbedFilter(name: string): ApiError {
  return protocol(
    400,
    "120",
    `Bad operator on the '${name}' embedded resource`,
    "Only is null or not is null filters are allowed on embedded resources",
  );
}

/** PGRST121: `raise sqlstate 'PGRST'` with a message or detail that is not the JSON it must be. */
export function badRaise(part: "MESSAGE" | "DETAIL", text: string): ApiError {
  return protocol(
    500,
    "121",
    "Could not parse JSON in the \"RAISE SQLSTATE 'PGRST'\" error",
    `Invalid JSON value for ${part}: '${text}'`,
    part === "MESSAGE"
      ? "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'."
      : "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
  );
}

/** PGRST122: unknown preferences under `handling=strict`. */
export function invalidPreferences(unknown: readonly string[]): ApiError {
  const details = `Invalid preferences: ${unknown.join(", ")}`;
  return protocol(400, "122", "Invalid preferences given with handling=strict", details);
}

/** PGRST123: aggregates are switched off. */
export function aggregatesDisabled(): ApiError {
  return protocol(400, "123", "Use of aggregate functions is not allowed");
}

/** PGRST124: a write hit more rows than `max-affected`. */
export function maxAffectedExceeded(rows: number): ApiError {
  const message = "Query result exceeds max-affected preference constraint";
  return protocol(400, "124", message, `The query affects ${rows} rows`);
}

/** PGRST127: aggregates of several related rows cannot be spread. */
export function aggregatesInSpread(): ApiError {
  const details = "Aggregates are not implemented for one-to-many or many-to-many spreads.";
  return protocol(400, "127", "Feature not implemented", details);
}

/** PGRST128: `max-affected` on a function that does not return rows. */
export function maxAffectedOnScalar(): ApiError {
  const message =
    "Function must return SETOF or TABLE when max-affected preference is used with handling=strict";
  return protocol(400, "128", message);
}

/** Longer nesting than is read. @param what what is nested, in the plural */
export function nestedTooDeep(what: string, most: number): ApiError {
  return new ApiError({
    status: 400,
    code: "54001",
    message: `${what} can be nested at most ${most} levels deep`,
    hint: "Split the request into several.",
  });
}

/** One relation too often on the path of an embed. */
export function embeddedTooOften(relation: string, most: number): ApiError {
  return new ApiError({
    status: 400,
    code: "54001",
    message: `${relation} can be at most ${most} times on the path of an embed`,
    hint: "Ask for the deeper levels in a request of their own.",
  });
}

/** More rows than one answer may have. */
export function answerTooLarge(most: number): ApiError {
  return new ApiError({
    status: 400,
    code: "54000",
    message: `An answer can have at most ${most} rows, embedded ones included`,
    hint: "Ask for fewer at a time: with limit and offset, with filters, or with less embedded.",
  });
}

/** More rows than one request may write. */
export function tooManyRows(rows: number, most: number): ApiError {
  return new ApiError({
    status: 413,
    code: "54000",
    message: `A request can write at most ${most} rows; this one has ${rows}`,
    hint: "Send the rows in several requests.",
  });
}

/**
 * There is nothing at this path. The protocol answers 404 with the body `{}` and no error object, which an
 * empty code stands for.
 */
export function nothingHere(): ApiError {
  return new ApiError({ status: 404, code: "", message: "" });
}

// 2xx: the catalogue does not have what is meant.

interface Explained {
  readonly message: string;
  readonly details?: unknown;
  readonly hint: string | null;
}

/** PGRST200: no relationship. */
export function relationshipNotFound({ message, details, hint }: Explained): ApiError {
  return protocol(400, "200", message, details, hint);
}

/** PGRST201: several relationships. */
export function relationshipAmbiguous({ message, details, hint }: Explained): ApiError {
  return protocol(300, "201", message, details, hint);
}

/** PGRST202: no function takes these arguments. */
export function routineNotFound({ message, details, hint }: Explained): ApiError {
  return protocol(404, "202", message, details, hint);
}

/** PGRST203: several functions take these arguments. */
export function routineAmbiguous({ message, details, hint }: Explained): ApiError {
  return protocol(300, "203", message, details, hint);
}

/** PGRST204: a column to write does not exist; with an unknown relation there is {@link nothingHere}. */
export function columnNotFound(column: string, relation: string, isRelationKnown = true): ApiError {
  if (!isRelationKnown) return nothingHere();
  return protocol(400, "204", `Column '${column}' of relation '${relation}' does not exist`);
}

// 3xx: who asks.

/** PGRST300: a token came and there is no secret to verify it by. */
export function jwtMissingSecret(): ApiError {
  return protocol(500, "300", "Server lacks JWT secret");
}

/** PGRST301: a token that is not valid, said in a sentence without secrets. */
export function jwtInvalid(message: string): ApiError {
  const quoted = message.replace(/["\\]/g, "\\$&").replace(/[^\x20-\x7e]/g, "?");
  return protocol(401, "301", message, null, null, [
    ["WWW-Authenticate", `Bearer error="invalid_token", error_description="${quoted}"`],
  ]);
}

/** PGRST302: no token, and nobody may ask without. */
export function anonymousDisabled(): ApiError {
  const headers = [["WWW-Authenticate", "Bearer"]] as const;
  return protocol(401, "302", "Anonymous access is disabled", null, null, headers);
}

/** PGRSTX00: a fault of ours. Says nothing of its cause, which is for the log. */
export function unexpected(cause?: unknown): ApiError {
  return new ApiError({ status: 500, code: "PGRSTX00", message: "Internal server error", cause });
}

/** What is thrown below a request, as the caller sees it: every kind of fault has its error. */
export function fromFault(fault: unknown, hasJwtRole: boolean): ApiError {
  if (fault instanceof ApiError) return fault;
  if (fault instanceof DatabaseError) return fromDatabase(fault, hasJwtRole);
  if (fault instanceof PoolTimeoutError) return poolTimedOut();
  if (fault instanceof NoConnectionError) return connectionFailed(fault);
  if (fault instanceof ConnectionError) return connectionLost(fault);
  return unexpected(fault);
}

/**
 * What PostgreSQL reports, with the HTTP status that its SQLSTATE stands for.
 * @param hasJwtRole whether a token named the role: without one, 42501 asks for a token (401)
 */
export function fromDatabase(error: DatabaseError, hasJwtRole: boolean): ApiError {
  const { sqlstate: code, message, detail: details, hint } = error;
  if (code === "PGRST") {
    const raised = raisedError(message, details);
    return typeof raised === "string"
      ? badRaise(raised, (raised === "MESSAGE" ? message : details) ?? "")
      : raised;
  }
  const status = statusOf(code, message, hasJwtRole);
  const headers =
    status === 503
      ? RETRY_AFTER
      : code === "42501" && status === 401
        ? ([["WWW-Authenticate", "Bearer"]] as const)
        : [];
  return new ApiError({ code, status, message, details, hint, headers, cause: error });
}
