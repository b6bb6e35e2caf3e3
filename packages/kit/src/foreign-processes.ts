/** Inspects processes other than our children: alive, still the same, command line. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Whether a process with this id is alive, including one that we may not signal. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return cause instanceof Error && "code" in cause && cause.code === "EPERM";
  }
}

/** Identifies a process across reuse of its id, by boot and start time. Empty if unknown, null if it does not exist. */
export function identityOf(pid: number): string | null {
  if (!isAlive(pid)) return null;
  try {
    if (process.platform === "linux") {
      const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
      // The name in parentheses may contain anything; "starttime" is the 20th field after it (proc(5)).
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      // A zombie has ended, but its parent has not reaped it yet.
      return fields[0] === "Z" ? null : `${boot}:${fields[19]}`;
    }
  } catch {
    return isAlive(pid) ? "" : null;
  }
  if (process.platform === "win32") return "";
  return spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).stdout?.trim() ?? "";
}

/** A process's command line, separated by spaces; empty if unknown. */
export function commandOf(pid: number): string {
  try {
    if (process.platform === "linux") {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    }
  } catch {
    return "";
  }
  if (process.platform === "win32") return "";
  return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout?.trim() ?? "";
}

/** The children of a process; empty if the system is not Linux. */
export function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
  } catch {
    return [];
  }
}

/** Waits for a process to end. @returns false if it is still alive after `milliseconds` */
export async function waitForEnd(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (identityOf(pid) !== null) {
    if (performance.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}
