/** Errors of authentication (PGRST300 to PGRST303). */

import { ApiError } from "@wakelog/kit/errors.ts";
import type { DatabaseError } from "../../db/database.ts";
import { protocol } from "./protocol-error.ts";

/** PGRST300: a token was sent, but there is no secret to verify it with. */
export function jwtMissingSecret(): ApiError {
  return protocol(500, "300", "Server lacks JWT secret");
}

/**
 * PGRST301, PGRST303: the token is invalid.
 * @param code 301 if it cannot be read, 303 if its claims are not accepted, where a release distinguishes them
 * @param message the reason, without secrets
 */
export function jwtInvalid(code: "301" | "303", message: string, details: string | null = null): ApiError {
  const quoted = message.replace(/["\\]/g, "\\$&").replace(/[^\x20-\x7e]/g, "?");
  return protocol(401, code, message, details, null, [
    ["WWW-Authenticate", `Bearer error="invalid_token", error_description="${quoted}"`],
  ]);
}

/** 503: one of our own tokens is from the future, so our clock was ahead, or is behind now. */
export function tokenFromTheFuture(): ApiError {
  return new ApiError({
    status: 503,
    code: "PT503",
    message: "The server's clock is wrong, or was when you signed in",
    hint: "Sign in again. If that does not help, ask the operator to set the clock.",
    headers: [["Retry-After", "60"]],
  });
}

/** 401: the token names a role that does not exist. */
export function unknownRole({ sqlstate: code, message }: DatabaseError): ApiError {
  const headers = [["WWW-Authenticate", "Bearer"]] as const;
  return new ApiError({ code, status: 401, message, headers });
}

/** PGRST302: a token is required. */
export function anonymousDisabled(): ApiError {
  const headers = [["WWW-Authenticate", "Bearer"]] as const;
  return protocol(401, "302", "Anonymous access is disabled", null, null, headers);
}
