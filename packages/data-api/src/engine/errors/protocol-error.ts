/**
 * What every error of the protocol is made of. The protocol fixes codes and texts, and clients branch on them. The
 * errors themselves are in the files next to this one, one function each.
 */
import { ApiError } from "@wakelog/kit/errors.ts";

/** Seconds after which a caller may try again if the database could not be reached. */
export const RETRY_AFTER: readonly (readonly [string, string])[] = [["Retry-After", "1"]];

/** An error whose code is `PGRST` and the number given. */
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
