/** The secret that signs tokens, if none is given. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The secret of a self-contained installation: generated once in its data directory, readable only by its owner.
 * @throws Error if a database exists already, whose tokens a new secret would invalidate
 */
export function generatedSecret(dataDir: string): string {
  const file = join(dataDir, "jwt-secret");
  const known = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  if (known !== "") return known;
  // This file is created after the secret and before the database.
  if (existsSync(join(dataDir, "postgres.password"))) {
    throw new Error(
      `${file}, the secret that signs tokens, is missing or empty, and ${dataDir} has a database already. Bring the file back ` +
        "from a backup, or set WAKELOG_JWT_SECRET to the secret. If it is lost, write 32 or more random characters into the file: " +
        "then all users must sign in again, and each boat needs a new token.",
    );
  }
  mkdirSync(dataDir, { recursive: true });
  // A power failure during a first start may have left it empty.
  rmSync(file, { force: true });
  const secret = randomBytes(48).toString("base64url");
  writeFileSync(file, secret, { mode: 0o600, flag: "wx", flush: true });
  return secret;
}
