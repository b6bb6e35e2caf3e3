/** Errors for requests that are malformed or cannot be carried out (PGRST100 to PGRST128). */
import type { ApiError } from "@wakelog/kit/errors.ts";
import { protocol } from "./protocol-error.ts";

/** PGRST100: a part of the query string does not parse. @param column counted from 1 */
export function parseFailure(what: string, text: string, column: number, details: string): ApiError {
  return protocol(400, "100", `"failed to parse ${what} (${text})" (line 1, column ${column})`, details);
}

/** PGRST101: procedures can be called by GET, HEAD and POST only. */
export function unsupportedRpcMethod(method: string): ApiError {
  return protocol(405, "101", `Cannot use the ${method} method on RPC`);
}

/** PGRST102: the body does not match its media type, or its rows have different keys. */
export function badRequestBody(message: string): ApiError {
  return protocol(400, "102", message);
}

/** PGRST102: the body has an unsupported media type. */
export function contentTypeNotAcceptable(mediaType: string): ApiError {
  return badRequestBody(`Content-Type not acceptable: ${mediaType}`);
}

/** PGRST103: the requested range cannot be answered. */
export function rangeNotSatisfiable(
  details: string,
  headers: readonly (readonly [string, string])[] = [],
  status: number | null = null,
): ApiError {
  return protocol(status ?? 416, "103", "Requested range not satisfiable", details, null, headers);
}

/** PGRST103: `limit` below zero. */
export function negativeLimit(): ApiError {
  return rangeNotSatisfiable("Limit should be greater than or equal to zero.");
}

/** PGRST103: the bounds of the `Range` header are reversed. */
export function reversedRange(): ApiError {
  return rangeNotSatisfiable(
    "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
  );
}

/** PGRST105: a PUT must filter by the whole primary key and nothing else. */
export function putFilters(): ApiError {
  const message = "Filters must include all and only primary key columns with 'eq' operators";
  return protocol(405, "105", message);
}

/** PGRST108: a filter, order or range names a resource that is not embedded. */
export function notEmbedded(name: string): ApiError {
  return protocol(
    400,
    "108",
    `'${name}' is not an embedded resource in this request`,
    null,
    `Verify that '${name}' is included in the 'select' query parameter.`,
  );
}

/** PGRST109: a limited write without an order would change arbitrary rows. */
export function limitWithoutOrder(): ApiError {
  const hint = "Apply an 'order' using unique column(s)";
  return protocol(400, "109", "A 'limit' was applied without an explicit 'order'", null, hint);
}

/** PGRST113: a bare value was requested, but several columns are selected. */
export function moreThanOneColumn(mediaType: string): ApiError {
  return protocol(406, "113", `${mediaType} requested but more than one column was selected`);
}

/** PGRST114: a PUT cannot have `limit` or `offset`. */
export function putRange(): ApiError {
  return protocol(400, "114", "limit/offset querystring parameters are not allowed for PUT");
}

/** PGRST117: the target does not support the method. */
export function unsupportedMethod(method: string): ApiError {
  return protocol(405, "117", `Unsupported HTTP method: ${method}`);
}

function notToOne(origin: string, target: string): string {
  return `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`;
}

/** PGRST118: rows can be ordered by a to-one relationship only. */
export function relatedOrderNotPossible(origin: string, target: string): ApiError {
  return protocol(400, "118", `A related order on '${target}' is not possible`, notToOne(origin, target));
}

/** PGRST119: only a to-one relationship can be spread. */
export function spreadNotToOne(origin: string, target: string): ApiError {
  const message = `A spread operation on '${target}' is not possible`;
  return protocol(400, "119", message, notToOne(origin, target));
}

/** PGRST120: an embedded resource can be compared with null only. */
export function badEmbedFilter(name: string): ApiError {
  return protocol(
    400,
    "120",
    `Bad operator on the '${name}' embedded resource`,
    "Only is null or not is null filters are allowed on embedded resources",
  );
}

/** PGRST122: unknown preferences under `handling=strict`. */
export function invalidPreferences(unknown: readonly string[]): ApiError {
  const details = `Invalid preferences: ${unknown.join(", ")}`;
  return protocol(400, "122", "Invalid preferences given with handling=strict", details);
}

/** PGRST127: something that the protocol does not have yet. @param what a sentence */
export function notImplemented(what: string): ApiError {
  return protocol(400, "127", "Feature not implemented", what);
}

/** PGRST123: aggregates are disabled. */
export function aggregatesDisabled(): ApiError {
  return protocol(400, "123", "Use of aggregate functions is not allowed");
}

/** PGRST128: `max-affected` on a function that does not return rows. */
export function maxAffectedOnScalar(): ApiError {
  const message =
    "Function must return SETOF or TABLE when max-affected preference is used with handling=strict";
  return protocol(400, "128", message);
}
