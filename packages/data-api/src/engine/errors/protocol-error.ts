/**
 * The basis of all protocol errors. The protocol fixes codes and texts, and clients branch on them. The errors are
 * functions in the neighbouring files.
 */
import { ApiError } from "@wakelog/kit/errors.ts";

/** Seconds to wait before a retry if the database is unreachable. */
export const RETRY_AFTER: readonly (readonly [string, string])[] = [["Retry-After", "1"]];

/** An error with the code `PGRST` plus this number. */
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
