/** Processes of this machine, as Linux shows them. */
import { readdir, readFile } from "node:fs/promises";

/** The processes that one process has started and that still run, by their ids. */
export async function childrenOf(parent: number): Promise<readonly number[]> {
  const children: number[] = [];
  for (const name of await readdir("/proc")) {
    const status = await readFile(`/proc/${name}/status`, "utf8").catch(() => "");
    if (Number(/PPid:\s+(\d+)/.exec(status)?.[1]) === parent) children.push(Number(name));
  }
  return children;
}

/** The id of the PostgreSQL server that has a cluster's files; null if there is none. */
export async function postmasterOf(cluster: string): Promise<number | null> {
  const pid = Number((await readFile(`${cluster}/postmaster.pid`, "utf8").catch(() => "")).split("\n")[0]);
  if (!(pid > 0)) return null;
  const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "");
  return name.trim() === "postgres" ? pid : null;
}

/** Signals a process, unless it has ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
