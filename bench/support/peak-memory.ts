/**
 * Peak memory of processes, where the system reports it.
 * @see https://man7.org/linux/man-pages/man5/proc_pid_status.5.html
 */
import { readdir, readFile, writeFile } from "node:fs/promises";

/** Peak resident memory since the start or the last reset, megabytes; null if the system does not report it. */
export async function peakMemoryMb(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /VmHWM:\s+(\d+)/.exec(status)?.[1];
  return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
}

/** Resets the peak to current memory. */
export async function resetPeakMemory(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, "5").catch(() => undefined);
}

/** All descendants of a process. */
export async function descendants(pid: number): Promise<number[]> {
  const pids = (await readdir("/proc").catch(() => [])).map(Number).filter(Number.isInteger);
  const parents = await Promise.all(pids.map(async (one) => [one, await parentOf(one)] as const));
  const found = [pid];
  for (const ancestor of found) {
    for (const [one, parent] of parents) if (parent === ancestor) found.push(one);
  }
  return found.slice(1);
}

async function parentOf(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const parent = /PPid:\s+(\d+)/.exec(status)?.[1];
  return parent === undefined ? null : Number(parent);
}
