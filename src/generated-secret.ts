/** The secret that signs tokens, where none is given. */
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The secret of a self-contained installation: made once, in its data directory, and readable by its owner only. */
export function generatedSecret(dataDir: string): string {
  const file = join(dataDir, "jwt-secret");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, randomBytes(48).toString("base64url"), { mode: 0o600, flag: "wx" });
    chmodSync(file, 0o600);
  }
  return readFileSync(file, "utf8").trim();
}
