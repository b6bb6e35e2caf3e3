/** Which backups to keep: the last of each of so many days, weeks and months that have one. */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DAY } from "@wakelog/kit/time/units.ts";
import type { Keeping } from "../../settings/kinds.ts";

/** File name suffix of an unfinished backup. */
export const DRAFT = ".part";

/**
 * The times to keep. Periods are in UTC; weeks begin on Monday. The number of backups counts, not their age, so a wrong
 * clock or a year without service loses nothing.
 * @param times of backups, milliseconds since 1970, in any order
 */
export function keptTimes(times: readonly number[], { days, weeks, months }: Keeping): ReadonlySet<number> {
  const newestFirst = [...new Set(times)].sort((a, b) => b - a);
  return new Set([
    ...lastOfEach(newestFirst, dayOf, days),
    ...lastOfEach(newestFirst, weekOf, weeks),
    ...lastOfEach(newestFirst, monthOf, months),
  ]);
}

function lastOfEach(
  newestFirst: readonly number[],
  periodOf: (time: number) => number,
  most: number,
): readonly number[] {
  const lasts = new Map<number, number>();
  for (const time of newestFirst) if (!lasts.has(periodOf(time))) lasts.set(periodOf(time), time);
  return [...lasts.values()].slice(0, most);
}

const dayOf = (time: number): number => Math.floor(time / DAY);
/** The first day of 1970 was a Thursday. */
const weekOf = (time: number): number => Math.floor((dayOf(time) + 3) / 7);
const monthOf = (time: number): number => new Date(time).getUTCFullYear() * 12 + new Date(time).getUTCMonth();

export function defaultFile(backupDir: string, now: Date): string {
  const time = now.toISOString().replace(/[-:]/g, "").replace(/\.\d+/, "");
  return join(backupDir, `wakelog-${time}.tar.gz`);
}

/** When a backup was taken, by its file name; null for other files. */
function timeOf(name: string): number | null {
  const [, year, month, day, hours, minutes, seconds] =
    /^wakelog-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/.exec(name) ?? [];
  if (year === undefined) return null;
  const time = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(time) ? null : time;
}

/** Removes surplus backups from a folder; other files stay. @returns the number removed */
export async function thinBackups(backupDir: string, keeping: Keeping): Promise<number> {
  const times = new Map(
    (await readdir(backupDir)).flatMap((name) => {
      const time = timeOf(name);
      return time === null ? [] : [[name, time] as const];
    }),
  );
  const kept = keptTimes([...times.values()], keeping);
  const removed = [...times].filter(([, time]) => !kept.has(time));
  for (const [name] of removed) await rm(join(backupDir, name), { force: true });
  return removed.length;
}

/** Drafts in use are younger, since their last write. */
const DRAFT_MS = DAY / 2;

/** Removes drafts of killed processes from a folder. */
export async function removeDrafts(backupDir: string): Promise<void> {
  for (const name of await readdir(backupDir)) {
    if (!name.endsWith(DRAFT) || timeOf(name.slice(0, -DRAFT.length)) === null) continue;
    const path = join(backupDir, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < Date.now() - DRAFT_MS) await rm(path, { force: true });
  }
}
