/** Where the cluster goes when PostgreSQL's user cannot reach the data directory. */
import { createHash } from "node:crypto";
import { join } from "node:path";

/** Holds clusters, and the copy of PostgreSQL's programs that their user runs. */
export const SYSTEM_DIR = "/var/lib/wakelog";

/** The folder below {@link SYSTEM_DIR} that belongs to a data directory, by its real path. */
export function systemHome(dataDir: string): string {
  return join(SYSTEM_DIR, createHash("sha256").update(dataDir).digest("hex").slice(0, 12));
}
