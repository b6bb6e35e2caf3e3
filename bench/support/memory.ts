/**
 * The memory of processes at rest. Linux only.
 * @see https://docs.kernel.org/filesystems/proc.html on smaps_rollup
 */
import { readFile } from "node:fs/promises";

/** Megabytes of one process. */
export interface Memory {
  readonly pid: number;
  /** Such as `node` or `postgres: wakelog requests`. */
  readonly name: string;
  /** Resident memory, including all shared pages. */
  readonly rss: number;
  /** Resident memory with its share of shared pages. Sums count each page once. */
  readonly pss: number;
}

/** Reads the memory of processes; skips those that have ended. */
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
 * Megabytes of processes as on a dedicated machine, where no others share their programs: PSS of their private memory,
 * and each mapped file once, at the largest part that any of them has read.
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

/** PostgreSQL puts a process's activity into its command line; others name their program. */
function nameOf(command: string): string {
  if (command.startsWith("postgres:")) return command.replace(/[\0 ]+$/g, "").replace(/\(\d+\)/, "");
  return command.split("\0")[0]?.split("/").at(-1) ?? "";
}
