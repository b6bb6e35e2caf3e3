/** Which backups are kept: the last of each of so many days, weeks and months that have one. */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DAY } from "@wakelog/kit/time/units.ts";
import type { Keeping } from "../../settings/kinds.ts";

/** What is behind the name of a backup that is not finished. */
export const DRAFT = ".part";

/**
 * The times that are kept. Periods are of UTC, weeks begin on Monday. How many there are counts, and not how long ago
 * they were: a clock that is wrong, or a service that rested for a year, loses nothing.
 * @param times when backups were taken, in milliseconds since 1970, in any order
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

/** The default file. */
export function usualFile(backupDir: string, now: Date): string {
  const time = now.toISOString().replace(/[-:]/g, "").replace(/\.\d+/, "");
  return join(backupDir, `wakelog-${time}.tar.gz`);
}

/** When the backup of such a name was taken; null if it is another file. */
function timeOf(name: string): number | null {
  const [, year, month, day, hours, minutes, seconds] =
    /^wakelog-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/.exec(name) ?? [];
  if (year === undefined) return null;
  const time = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(time) ? null : time;
}

/** Removes what is not kept of a folder; files of other names stay. @returns how many were removed */
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

/** A backup that is being taken or verified is younger, from the last byte that was written. */
const DRAFT_MS = DAY / 2;

/** Removes from a folder what is left of backups whose processes were killed. */
export async function removeDrafts(backupDir: string): Promise<void> {
  for (const name of await readdir(backupDir)) {
    if (!name.endsWith(DRAFT) || timeOf(name.slice(0, -DRAFT.length)) === null) continue;
    const path = join(backupDir, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < Date.now() - DRAFT_MS) await rm(path, { force: true });
  }
}
