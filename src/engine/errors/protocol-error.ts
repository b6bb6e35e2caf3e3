/**
 * What every error of the protocol is made of. Codes and texts are fixed by the protocol: clients branch on them. The
 * errors themselves are in the files beside this one, a function each.
 */
import { ApiError } from "../../errors.ts";

/** Seconds after which a caller may ask again if the database could not be reached. */
export const RETRY_AFTER: readonly (readonly [string, string])[] = [["Retry-After", "1"]];

/** An error `PGRST` with a number. */
export function protocol(
  status: number,
  code: string,
  message: string,
  details: unknown = null,
  hint: string | null = null,
  headers: readonly (readonly [string, string])[] = [],
): ApiError {
  return new ApiError({ status, code: `PGRST${code}`, message, details, hint, headers });
}
