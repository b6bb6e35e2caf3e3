/** Processor time, which is more meaningful than elapsed time if other programs are running. Linux only. */
import { readdir, readFile } from "node:fs/promises";

/** Seconds of processor time so far. */
export interface CpuTime {
  readonly service: number;
  /** All descendants of the service, that is the embedded server. */
  readonly database: number;
}

/** USER_HZ of every Linux that Node.js runs on. */
const TICKS = 100;

/** Reads the processor time; null if there is no /proc, or no such process. */
export async function cpuTime(pid: number): Promise<CpuTime | null> {
  const processes = new Map<number, { readonly parent: number; readonly seconds: number }>();
  for (const name of await readdir("/proc").catch(() => [])) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    // After the command's name, which may contain any characters: state, parent, … utime, stime, cutime, cstime.
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const seconds = [11, 12, 13, 14].reduce((sum, i) => sum + (fields[i] ?? 0), 0) / TICKS;
    if (stat !== "") processes.set(Number(name), { parent: fields[1] ?? 0, seconds });
  }
  const service = processes.get(pid);
  if (service === undefined) return null;
  const isBelow = (process: { readonly parent: number } | undefined): boolean =>
    process !== undefined && (process.parent === pid || isBelow(processes.get(process.parent)));
  let database = 0;
  for (const process of processes.values()) if (isBelow(process)) database += process.seconds;
  return { service: service.seconds, database };
}
