/** Finds the program that holds a TCP port, as far as the system allows. */
import { readdir, readFile, readlink } from "node:fs/promises";
import { commandOf } from "./foreign-processes.ts";

export interface PortHolder {
  readonly pid: number;
  /** Its command line, shortened. */
  readonly command: string;
  /** Whether it is a Wakelog process. */
  readonly isOurs: boolean;
}

/** The state of a listening socket in /proc/net. */
const LISTENS = "0A";
const MOST_CHARACTERS = 80;

/** @returns null if unknown: other users' programs are visible only to root */
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

/** Whether a command line starts our program. */
function isOurs(command: string): boolean {
  const at = command.search(/\bwakelog\b/);
  return at >= 0 && / start\b/.test(command.slice(at));
}

/** The targets of /proc/…/fd links to sockets that listen at a port. */
async function socketsAt(port: number): Promise<ReadonlySet<string>> {
  const sockets = new Set<string>();
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  for (const table of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    const text = await readFile(table, "utf8").catch(() => "");
    // Columns: number, local address and port, remote address and port, state, …; the tenth is the inode (proc(5)).
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
