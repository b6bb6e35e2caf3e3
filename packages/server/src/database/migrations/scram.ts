/**
 * SCRAM-SHA-256 verifiers in PostgreSQL's format, so that setting a role's password neither sends nor logs it.
 * @see https://www.rfc-editor.org/rfc/rfc5802 section 3, RFC 7677
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from "node:crypto";

/** PostgreSQL's default. */
const ITERATIONS = 4096;

/** The verifier of a password. @param password ASCII, because no SASLprep is applied */
export function scramVerifier(password: string, salt = randomBytes(16), iterations = ITERATIONS): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256");
  const clientKey = createHmac("sha256", salted).update("Client Key").digest();
  const storedKey = createHash("sha256").update(clientKey).digest("base64");
  const serverKey = createHmac("sha256", salted).update("Server Key").digest("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}

/** Whether a stored verifier matches the password. */
export function scramMatches(verifier: string | null, password: string): boolean {
  const [, iterations, salt] = /^SCRAM-SHA-256\$(\d+):([A-Za-z0-9+/=]+)\$/.exec(verifier ?? "") ?? [];
  if (verifier === null || iterations === undefined || salt === undefined) return false;
  const expected = Buffer.from(scramVerifier(password, Buffer.from(salt, "base64"), Number(iterations)));
  const stored = Buffer.from(verifier);
  return expected.length === stored.length && timingSafeEqual(expected, stored);
}
