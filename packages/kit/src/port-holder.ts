/** Which program has a TCP port, as far as the system tells us. */
import { readdir, readFile, readlink } from "node:fs/promises";
import { commandOf } from "./foreign-processes.ts";

export interface PortHolder {
  readonly pid: number;
  /** Its command line, shortened. */
  readonly command: string;
  /** Whether it is a Wakelog too. */
  readonly isOurs: boolean;
}

/** The state of a socket that listens, in the system's tables. */
const LISTENS = "0A";
const MOST_CHARACTERS = 80;

/** @returns null if that cannot be found out: other users' programs are hidden from all but root */
export async function holderOf(port: number): Promise<PortHolder | null> {
  if (process.platform !== "linux") return null;
  const sockets = await socketsAt(port);
  if (sockets.size === 0) return null;
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name) || !(await hasOne(name, sockets))) continue;
    const command = commandOf(Number(name));
    const short = command.length > MOST_CHARACTERS ? `${command.slice(0, MOST_CHARACTERS)}…` : command;
    return { pid: Number(name), command: short, isOurs: isOurs(command) };
  }
  return null;
}

/** Whether a command line is the program's own name and, after it, its word for starting. */
function isOurs(command: string): boolean {
  const at = command.search(/\bwakelog\b/);
  return at >= 0 && / start\b/.test(command.slice(at));
}

/** The links by which processes have the sockets that listen at a port. */
async function socketsAt(port: number): Promise<ReadonlySet<string>> {
  const sockets = new Set<string>();
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  for (const table of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    const text = await readFile(table, "utf8").catch(() => "");
    // Columns: number, address and port, the same of the other end, state, …; the tenth is the inode (proc(5)).
    for (const line of text.split("\n")) {
      const fields = line.trim().split(/\s+/);
      if (fields[1]?.endsWith(`:${hex}`) === true && fields[3] === LISTENS)
        sockets.add(`socket:[${fields[9]}]`);
    }
  }
  return sockets;
}

async function hasOne(pid: string, sockets: ReadonlySet<string>): Promise<boolean> {
  const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
  for (const file of files) {
    if (sockets.has(await readlink(`/proc/${pid}/fd/${file}`).catch(() => ""))) return true;
  }
  return false;
}
