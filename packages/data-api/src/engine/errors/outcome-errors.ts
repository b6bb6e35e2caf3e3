/** Errors found in the database's result: too many or too few rows, or a malformed answer from SQL code. */
import type { ApiError } from "@wakelog/kit/errors.ts";
import { protocol } from "./protocol-error.ts";
import { rangeNotSatisfiable } from "./request-errors.ts";

/** PGRST110: a limited write changed more rows than its limit. */
export function limitSurpassed(changed: number, limit: number): ApiError {
  return protocol(
    400,
    "110",
    "The maximum number of rows allowed to change was surpassed",
    `Results contain ${changed} rows changed but the maximum number allowed is ${limit}`,
  );
}

/** PGRST115: the row in the body of a PUT differs from the one in the URL. */
export function putPayload(): ApiError {
  return protocol(400, "115", "Payload values do not match URL in primary key column(s)");
}

/** PGRST124: a write affected more rows than `max-affected`. */
export function maxAffectedExceeded(rows: number): ApiError {
  const message = "Query result exceeds max-affected preference constraint";
  return protocol(400, "124", message, `The query affects ${rows} rows`);
}

/** PGRST111: a function set `response.headers` to something other than headers. */
export function badResponseHeaders(): ApiError {
  return protocol(
    500,
    "111",
    "response.headers guc must be a JSON array composed of objects with a single key and a string value",
  );
}

/** PGRST112: a function set `response.status` to something other than a status. */
export function badResponseStatus(): ApiError {
  return protocol(500, "112", "response.status guc must be a valid status code");
}

/**
 * PGRST103: an offset past the last of the counted rows.
 * @param headers headers of the answer
 * @param status set by SQL code; default: 416
 */
export function offsetPastEnd(
  offset: number,
  total: number,
  headers: readonly (readonly [string, string])[] = [],
  status: number | null = null,
): ApiError {
  const details = `An offset of ${offset} was requested, but there are only ${total} rows.`;
  return rangeNotSatisfiable(details, headers, status);
}
