/** The room on the disks. */
import { constants, existsSync } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Config } from "../../config.ts";
import { about, type Finding } from "./finding.ts";

/** PostgreSQL's log alone may take half of it. */
const LEAST_BYTES = 1e9;

export async function checkDisks({ dataDir, backupDir }: Config): Promise<readonly Finding[]> {
  return [await checkDisk("disk of the data", dataDir), await checkDisk("disk of the backups", backupDir)];
}

async function checkDisk(what: string, folder: string): Promise<Finding> {
  const { ok, wrong } = about(what);
  if (!(await mayWrite(nearest(folder)))) return wrong(`this user may not write to ${nearest(folder)}`);
  const { bavail, bsize } = await statfs(nearest(folder));
  const free = `${((bavail * bsize) / 1e9).toFixed(1)} GB free at ${folder}`;
  return bavail * bsize >= LEAST_BYTES ? ok(free) : wrong(`only ${free}; at least 1 GB is needed`);
}

async function mayWrite(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** The folder, or the one that it will be made in. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder));
}
