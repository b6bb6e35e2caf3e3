/** The login role of the request pool. */
import { createHmac } from "node:crypto";

/** NOINHERIT and without grants: it can only become a request's role. */
export const AUTHENTICATOR = "wakelog_authenticator";

/** Its password, derived from the secret that signs tokens, so that all servers with the same secret can log in. */
export function authenticatorPassword(secret: string): string {
  return createHmac("sha256", secret).update("authenticator").digest("base64url");
}
