/** Restores a backup into a data directory. */
import { existsSync, rmSync } from "node:fs";
import { chmod, mkdir, readdir, realpath, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atEnd } from "../../database/postgres-server/at-end.ts";
import { findBinaries } from "../../database/postgres-server/binaries.ts";
import {
  MADE_FILE,
  recordCluster,
  SYSTEM_DIR,
  syncDirectory,
} from "../../database/postgres-server/cluster.ts";
import { LOCK_FILE, lockDataDir } from "../../database/postgres-server/data-lock.ts";
import { clusterHome } from "../../database/postgres-server/embedded.ts";
import { canReach, type Identity, unprivileged } from "../../database/postgres-server/unprivileged.ts";
import { readBackup } from "./backup-file.ts";
import { ARCHITECTURE, FILES, type Manifest } from "./manifest.ts";
import { unpacker } from "./unpacking.ts";

export interface RestoreOptions {
  readonly dataDir: string;
  /** Folder of PostgreSQL's programs; the npm package's if null. */
  readonly postgresBin: string | null;
}

/**
 * Restores a backup into an empty or absent directory. Reads the whole file before writing anything.
 * @throws Error if the directory is not empty, or the file is damaged or from another architecture or PostgreSQL
 * release
 */
export async function restoreBackup(path: string, options: RestoreOptions): Promise<Manifest> {
  const identity = unprivileged();
  await refuseOccupied(options.dataDir);
  const manifest = await readBackup(path);
  await refuseForeign(path, manifest, options.postgresBin, identity);
  const made = await mkdir(options.dataDir, { recursive: true });
  if (made !== undefined) await chmod(options.dataDir, 0o755);
  const dataDir = await realpath(options.dataDir);
  const unlock = await lockDataDir(dataDir);
  try {
    const home = await clusterHome(dataDir, identity !== null && !canReach(dataDir, identity));
    await write(path, { dataDir, home, identity });
  } finally {
    await unlock();
  }
  return manifest;
}

async function write(
  path: string,
  { dataDir, home, identity }: { dataDir: string; home: string; identity: Identity | null },
): Promise<void> {
  const cluster = join(home, FILES.cluster);
  if (existsSync(cluster))
    throw new Error(`${cluster} is there already; remove it, or restore into another directory`);
  const draft = join(home, `.postgres.${process.pid}`);
  const written = [draft, ...[MADE_FILE, ...FILES.secrets].map((name) => join(dataDir, name))];
  const lock = join(dataDir, LOCK_FILE);
  const forget = atEnd(() => {
    for (const one of [...written, lock]) rmSync(one, { force: true, recursive: true });
  });
  try {
    // First, so that no service takes the remains of a killed restore for a new data directory.
    await recordCluster(dataDir);
    await readBackup(path, await unpacker({ cluster: draft, secrets: dataDir, identity, durable: true }));
    forget();
    await rename(draft, cluster);
    await syncDirectory(home);
  } catch (cause) {
    for (const one of written) await rm(one, { force: true, recursive: true });
    throw cause;
  } finally {
    forget();
  }
}

async function refuseOccupied(dataDir: string): Promise<void> {
  const found = await readdir(dataDir).catch((cause: unknown) => {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return [];
    throw cause;
  });
  if (found.length === 0) return;
  throw new Error(
    `${dataDir} is not empty (it holds ${found[0]}); a backup is restored into an empty or new directory: ` +
      "set WAKELOG_DATA_DIR to another one, or move this one away",
  );
}

async function refuseForeign(
  path: string,
  { postgres }: Manifest,
  binDir: string | null,
  identity: Identity | null,
): Promise<void> {
  const other = (what: string, here: string): Error =>
    new Error(
      `${path} was made by PostgreSQL ${postgres.major} on ${postgres.architecture}, and ${what} is ${here}; ` +
        'restore it there, and move accounts with "wakelog export" and "wakelog import"; nothing was written',
    );
  if (postgres.architecture !== ARCHITECTURE) throw other("this machine", ARCHITECTURE);
  const { major } = await findBinaries(binDir, identity, identity === null ? tmpdir() : SYSTEM_DIR);
  if (major !== postgres.major) throw other("the PostgreSQL here", String(major));
}
