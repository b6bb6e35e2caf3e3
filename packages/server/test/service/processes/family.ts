/** The processes that a process has started. Linux only. */
import { readdir, readFile } from "node:fs/promises";

interface Child {
  readonly pid: number;
  readonly command: string;
}

/** Those of a process that run this program, without its database. */
export async function answeringOf(pid: number): Promise<readonly number[]> {
  const found = await Promise.all((await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(one));
  return found.flatMap((child) =>
    child?.parent === pid && child.command.includes("bin/wakelog") ? [child.pid] : [],
  );
}

async function one(pid: string): Promise<(Child & { readonly parent: number }) | null> {
  try {
    const status = await readFile(`/proc/${pid}/stat`, "utf8");
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8");
    // The name in brackets may have spaces.
    const parent = Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[1]);
    return { pid: Number(pid), parent, command };
  } catch {
    return null;
  }
}
