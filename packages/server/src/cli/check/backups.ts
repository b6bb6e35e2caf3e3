/** The age of the last good backup. */

import { HOUR } from "@wakelog/kit/time/units.ts";
import { lastBackup } from "../../service/backups/last-backup.ts";
import type { Config } from "../../settings/config.ts";
import { about, type Finding } from "./finding.ts";

/** Daily, with two hours of tolerance. */
const LATE_HOURS = 26;

export async function checkBackups({ dataDir, backupAt }: Config): Promise<readonly Finding[]> {
  const backup = about("last backup");
  const last = await lastBackup(dataDir);
  const hours = last === null ? null : (Date.now() - Date.parse(last.taken)) / HOUR;
  const plan = backupAt === null ? [about("backup schedule").unset("WAKELOG_BACKUP_AT is off")] : [];
  if (hours === null) return [backup.unset('none was verified yet; "wakelog backup" makes one'), ...plan];
  const age = hours < 48 ? `${Math.floor(hours)} h` : `${Math.floor(hours / 24)} days`;
  const isLate = backupAt !== null && hours > LATE_HOURS;
  return [
    isLate ? backup.wrong(`${age} old, and one is due each day`) : backup.ok(`verified, ${age} old`),
    ...plan,
  ];
}
