/** One owner per data directory: a lock file that names its process. */
import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { identityOf } from "@wakelog/kit/foreign-processes.ts";
import { parseJson } from "@wakelog/kit/json/json.ts";
import { z } from "zod";

const Owner = z.object({ pid: z.number().int(), identity: z.string() });

/** In the data directory. */
export const LOCK_FILE = "wakelog.lock";

/** Another process uses the data directory. */
export class DataDirInUseError extends Error {
  constructor(dataDir: string, pid: number) {
    super(
      `the data directory ${dataDir} is in use by process ${pid}; stop that one first, or choose another directory with WAKELOG_DATA_DIR`,
    );
    this.name = "DataDirInUseError";
  }
}

/**
 * Locks the data directory for this process, replacing the lock of a process that has ended.
 * @returns a function that releases it
 * @throws DataDirInUseError if a live process has it; Error if the lock's name is taken by something else
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, LOCK_FILE);
  // Not the process id: one process may try twice at once.
  const own = join(dataDir, `${LOCK_FILE}.${randomUUID()}`);
  const text = JSON.stringify({ pid: process.pid, identity: identityOf(process.pid) ?? "" });
  await writeFile(own, text, { mode: 0o600 });
  try {
    // A hard link appears atomically and never replaces another file.
    while (!(await linked(own, path))) {
      const found = await textOf(path);
      if (found === null) continue;
      const pid = liveOwner(found);
      if (pid !== null) throw new DataDirInUseError(dataDir, pid);
      await removeStale(path, `${own}.stale`, found);
    }
  } finally {
    await rm(own, { force: true });
  }
  return async () => {
    if ((await readFile(path, "utf8").catch(() => null)) === text) await rm(path, { force: true });
  };
}

/** The live process that holds the data directory, or null. */
export async function ownerOf(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, LOCK_FILE), "utf8").catch(() => null);
  return text === null ? null : liveOwner(text);
}

/** The text of a lock; null if it was removed. @throws Error if something else has its name */
async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return null;
    throw new Error(
      `${path} cannot be read as a lock file; make sure that no Wakelog is running, then remove it`,
      {
        cause,
      },
    );
  }
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") return false;
    throw cause;
  }
}

/** Two processes may find the same stale lock; one that moved the other's new lock aside puts it back. */
async function removeStale(path: string, aside: string, expected: string): Promise<void> {
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, "utf8")) !== expected) await linked(aside, path);
  await rm(aside, { force: true });
}

function liveOwner(text: string): number | null {
  const owner = Owner.safeParse(parseJson(text));
  if (!owner.success) return null;
  const identity = identityOf(owner.data.pid);
  return identity !== null && identity === owner.data.identity ? owner.data.pid : null;
}
