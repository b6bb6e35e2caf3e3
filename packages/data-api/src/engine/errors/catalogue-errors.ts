/** Errors for names that are not in the catalogue (PGRST200 to PGRST203). */
import { ApiError } from "@wakelog/kit/errors.ts";
import { protocol } from "./protocol-error.ts";

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

/** Whether a fault is PGRST202. */
export function isMissingRoutine(fault: unknown): fault is ApiError {
  return fault instanceof ApiError && fault.code === "PGRST202";
}

/** PGRST203: several functions take these arguments. */
export function routineAmbiguous({ message, details, hint }: Explained): ApiError {
  return protocol(300, "203", message, details, hint);
}
