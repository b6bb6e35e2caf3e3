/**
 * The memory of processes at rest. Linux only.
 * @see https://docs.kernel.org/filesystems/proc.html on smaps_rollup
 */
import { readFile } from "node:fs/promises";

/** Megabytes of one process. */
export interface Memory {
  readonly pid: number;
  /** What it is, as `node` or `postgres: wakelog requests`. */
  readonly name: string;
  /** Resident, with everything that it shares with others. */
  readonly rss: number;
  /** Resident, with its part of what it shares. Sums of it count each page once. */
  readonly pss: number;
}

/** Reads the memory of processes; those that have ended are left out. */
export async function memoryOf(pids: readonly number[]): Promise<Memory[]> {
  const found = await Promise.all(pids.map(one));
  return found.filter((memory) => memory !== null);
}

async function one(pid: number): Promise<Memory | null> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => null);
  if (rollup === null) return null;
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  const megabytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(rollup)?.[1] ?? 0) / 1024;
  return { pid, name: nameOf(command), rss: megabytes("Rss"), pss: megabytes("Pss") };
}

/**
 * Megabytes that processes take together where no others share their programs with them, as on a machine of their own: PSS
 * of what they hold themselves, and each file that they map once, as far as the one that has read most of it has.
 */
export async function memoryAlone(pids: readonly number[]): Promise<number> {
  const files = new Map<string, number>();
  let own = 0;
  for (const pid of pids) {
    const mapped = new Map<string, number>();
    const smaps = await readFile(`/proc/${pid}/smaps`, "utf8").catch(() => "");
    for (const mapping of smaps.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)) {
      const path = /^\S+ \S+ \S+ \S+ \d+ +(\/(?!dev\/|SYSV|memfd).*)$/m.exec(mapping)?.[1];
      const kilobytes = (name: string): number =>
        Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(mapping)?.[1] ?? 0);
      const changed = path === undefined ? kilobytes("Pss") : kilobytes("Anonymous");
      own += changed;
      if (path !== undefined) mapped.set(path, (mapped.get(path) ?? 0) + kilobytes("Rss") - changed);
    }
    for (const [path, size] of mapped) files.set(path, Math.max(files.get(path) ?? 0, size));
  }
  return [...files.values()].reduce((all, size) => all + size, own) / 1024;
}

/** PostgreSQL writes what a process does over its command line; others name their program. */
function nameOf(command: string): string {
  if (command.startsWith("postgres:")) return command.replace(/[\0 ]+$/g, "").replace(/\(\d+\)/, "");
  return command.split("\0")[0]?.split("/").at(-1) ?? "";
}
