/** A PostgreSQL cluster on disk, created completely or not at all. */
import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, statfs, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Binaries } from "./binaries.ts";
import { give, type Identity, runningAs } from "./unprivileged.ts";

/** Superuser and database of an embedded cluster. */
export const SUPERUSER = "wakelog";
export const DATABASE = "wakelog";

/** Holds clusters whose owner cannot reach the data directory, and a copy of PostgreSQL's programs. */
export const SYSTEM_DIR = "/var/lib/wakelog";

/** The folder below {@link SYSTEM_DIR} of a data directory, by its real path. */
export function systemHome(dataDir: string): string {
  return join(SYSTEM_DIR, createHash("sha256").update(dataDir).digest("hex").slice(0, 12));
}

const FIRST_MAJOR_WITH_BUILTIN_LOCALE = 17;

/** The superuser's password, from its file (mode 0600); generated the first time. */
export async function passwordIn(dataDir: string, clusterExists: boolean): Promise<string> {
  const path = join(dataDir, "postgres.password");
  const known = (await textOf(path)).trim();
  if (known !== "") return known;
  if (clusterExists) {
    throw new Error(
      `${path}, the password of the database in ${dataDir}, is missing; bring it back from a backup`,
    );
  }
  const password = randomBytes(24).toString("base64url");
  await writeDurably(path, `${password}\n`);
  return password;
}

/** Marks a data directory that has a cluster, wherever that is, or that a restore is giving one. */
export const MADE_FILE = "postgres.made";

/**
 * Records that a data directory has a cluster, so that a lost one is never replaced by an empty one. A restore does so
 * before it writes anything.
 */
export async function recordCluster(dataDir: string): Promise<void> {
  const path = join(dataDir, MADE_FILE);
  if ((await textOf(path)) !== "") return;
  await writeDurably(path, "This data directory has a database. An empty one must never take its place.\n");
  await syncDirectory(dataDir);
}

/** @throws Error if the data directory had a cluster that is missing now */
export async function refuseLostCluster(dataDir: string, cluster: string): Promise<void> {
  const isThere = (await textOf(join(cluster, "PG_VERSION"))) !== "";
  if (isThere || (await textOf(join(dataDir, MADE_FILE))) === "") return;
  throw new Error(
    `${dataDir} had a database, and ${cluster} is missing. Bring it back from where it was moved. If a restore was interrupted, ` +
      `empty ${dataDir} and run "wakelog restore" again. For a new, empty logbook set WAKELOG_DATA_DIR to another directory.`,
  );
}

/** A file's text, or nothing if it is missing. An unreadable file is an error, not a missing one. */
async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return "";
    throw cause;
  }
}

/** Creates the cluster if missing, and refuses one of another major version. */
export async function ensureCluster(
  cluster: string,
  binaries: Binaries,
  identity: Identity | null,
  password: string,
  durable: boolean,
): Promise<void> {
  const version = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => null);
  if (version !== null) {
    if (Number(version) === binaries.major) return;
    throw new Error(
      `${cluster} was made by PostgreSQL ${version.trim()} and this is ${binaries.major}; export each account with ` +
        'the release that made it ("wakelog export"), and import them into a new data directory',
    );
  }
  const parent = dirname(cluster);
  await removeDrafts(parent);
  await refuseSmallDisk(parent);
  const draft = join(parent, `.postgres.${process.pid}`);
  const passwordFile = `${draft}.pw`;
  await mkdir(draft, { mode: 0o700 });
  give(draft, identity);
  await writeFile(passwordFile, password, { mode: 0o600 });
  give(passwordFile, identity);
  try {
    initialise(draft, passwordFile, binaries, identity, durable);
    await rename(draft, cluster);
    if (durable) await syncDirectory(parent);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

/** Disk space of a new cluster with its first WAL files. */
const NEW_CLUSTER_BYTES = 100_000_000;

async function refuseSmallDisk(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= NEW_CLUSTER_BYTES) return;
  throw new Error(
    `there are ${Math.floor((bavail * bsize) / 1e6)} MB free at ${folder}, and a new database needs ${NEW_CLUSTER_BYTES / 1e6} MB. ` +
      "Make room, or choose another disk with WAKELOG_DATA_DIR.",
  );
}

/** Removes the remains of an interrupted first start; the caller holds the data directory's lock. */
async function removeDrafts(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (/^\.postgres\.\d+(\.pw)?$/.test(name)) await rm(join(parent, name), { recursive: true, force: true });
  }
}

function initialise(
  directory: string,
  passwordFile: string,
  binaries: Binaries,
  identity: Identity | null,
  durable: boolean,
): void {
  // No system locales: text sorts by code point on every machine, and letter case follows Unicode.
  const locale =
    binaries.major >= FIRST_MAJOR_WITH_BUILTIN_LOCALE
      ? ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
      : [process.platform === "linux" ? "--locale=C.UTF-8" : "--locale=C"];
  const ran = spawnSync(
    binaries.initdb,
    [
      `--pgdata=${directory}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      ...locale,
      ...(durable ? [] : ["--no-sync"]),
    ],
    { ...runningAs(identity), cwd: "/", encoding: "utf8", env: childEnvironment() },
  );
  if (ran.status !== 0) {
    // What follows the first line is what it does about it.
    throw new Error(`initdb failed: ${ran.error?.message ?? ran.stderr.trim().split("\n")[0]}`);
  }
}

/** Environment of PostgreSQL's programs. Excludes the user's own PostgreSQL settings (PGDATA, PGPORT …). */
export function childEnvironment(): Record<string, string> {
  return { PATH: process.platform === "win32" ? "" : "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
}

async function writeDurably(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/** Syncs renames in a directory to disk. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
