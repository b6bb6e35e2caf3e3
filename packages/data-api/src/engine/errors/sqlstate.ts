/** The HTTP status for each SQLSTATE. */

const BY_CODE: Readonly<Record<string, number>> = {
  "23503": 409,
  "23505": 409,
  "25006": 405,
  "57P01": 503,
  P0001: 400,
  "42P01": 404,
};

/** By the first two characters, for codes without their own entry. */
const BY_CLASS: Readonly<Record<string, number>> = {
  "08": 503,
  "09": 500,
  "0L": 403,
  "0P": 403,
  "25": 500,
  "28": 403,
  "2D": 500,
  "38": 500,
  "39": 500,
  "3B": 500,
  "40": 500,
  "53": 503,
  "54": 413,
  "55": 500,
  "57": 500,
  "58": 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/** The XML aggregate in a message, not one of another schema or with a longer name. */
const XML_AGGREGATE = /(?<![\w."])xmlagg\(/;

/**
 * The status for a SQLSTATE; 400 if unknown.
 * @param message PostgreSQL's message, which names a missing function in any language
 * @param hasJwtRole whether a token named the role
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function statusOf(sqlstate: string, message: string, hasJwtRole: boolean): number {
  if (sqlstate === "42501") return hasJwtRole ? 403 : 401;
  if (sqlstate === "42883") return XML_AGGREGATE.test(message) ? 406 : 404;
  if (sqlstate.startsWith("PT")) return raisedStatus(sqlstate);
  return BY_CODE[sqlstate] ?? BY_CLASS[sqlstate.slice(0, 2)] ?? 400;
}

/** The status set by `PTxyz`; 500 if `xyz` is not a valid final status. */
function raisedStatus(sqlstate: string): number {
  const digits = /^PT([2-9]\d\d)$/.exec(sqlstate)?.[1];
  return digits === undefined ? 500 : Number(digits);
}
