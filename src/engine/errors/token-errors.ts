/** Errors of authentication (PGRST300 to PGRST302). */
import type { ApiError } from "../../errors.ts";
import { protocol } from "./protocol-error.ts";

/** PGRST300: a token was sent, but there is no secret to verify it with. */
export function jwtMissingSecret(): ApiError {
  return protocol(500, "300", "Server lacks JWT secret");
}

/** PGRST301: the token is not valid. @param message the reason, without secrets */
export function jwtInvalid(message: string): ApiError {
  const quoted = message.replace(/["\\]/g, "\\$&").replace(/[^\x20-\x7e]/g, "?");
  return protocol(401, "301", message, null, null, [
    ["WWW-Authenticate", `Bearer error="invalid_token", error_description="${quoted}"`],
  ]);
}

/** PGRST302: a token is required. */
export function anonymousDisabled(): ApiError {
  const headers = [["WWW-Authenticate", "Bearer"]] as const;
  return protocol(401, "302", "Anonymous access is disabled", null, null, headers);
}
