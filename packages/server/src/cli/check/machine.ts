/** Disk space. */
import { nearest, whyUnusable } from "../../database/postgres-server/data-dir.ts";
import { freeBytes } from "../../service/operations/free-disk.ts";
import type { Config } from "../../settings/config.ts";
import { about, type Finding } from "./finding.ts";

export async function checkDisks({
  dataDir,
  backupDir,
  databaseUrl,
  minFreeDiskBytes,
}: Config): Promise<readonly Finding[]> {
  return [
    await checkDisk("disk of the data", dataDir, minFreeDiskBytes),
    await checkDisk("disk of the backups", backupDir, minFreeDiskBytes),
    ...(databaseUrl === null
      ? []
      : [
          about("disk of the database").unset(
            "it cannot be seen from here; watch it on the database's machine",
          ),
        ]),
  ];
}

async function checkDisk(what: string, folder: string, least: number): Promise<Finding> {
  const { ok, wrong } = about(what);
  const reason = await whyUnusable(folder);
  if (reason !== null) return wrong(`${folder}: ${reason}`);
  const free = await freeBytes(nearest(folder));
  const text = `${gigabytes(free)} free at ${folder}`;
  return free >= least
    ? ok(text)
    : wrong(`only ${text}; below ${gigabytes(least)} (WAKELOG_MIN_FREE_DISK_BYTES) nothing is written`);
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
