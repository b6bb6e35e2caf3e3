/** The secret that signs tokens, where none is given. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The secret of a self-contained installation: made once, in its data directory, and readable by its owner only.
 * @throws Error if the installation has a database, whose tokens another secret would refuse
 */
export function generatedSecret(dataDir: string): string {
  const file = join(dataDir, "jwt-secret");
  const known = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  if (known !== "") return known;
  // Its password is older than the database, and younger than the secret.
  if (existsSync(join(dataDir, "postgres.password"))) {
    throw new Error(
      `${file}, the secret that signs tokens, is missing or empty, and ${dataDir} has a database already. Bring the file back ` +
        "from a backup, or set WAKELOG_JWT_SECRET to the secret. If it is lost, write 32 or more random characters into the file: " +
        "then everybody signs in again, and each boat needs a new token.",
    );
  }
  mkdirSync(dataDir, { recursive: true });
  // A first start that lost its power may have left it empty.
  rmSync(file, { force: true });
  const secret = randomBytes(48).toString("base64url");
  writeFileSync(file, secret, { mode: 0o600, flag: "wx", flush: true });
  return secret;
}
