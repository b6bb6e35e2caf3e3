/** Explains a command's failure to its user, with a remedy. */
import { ConnectionError, DatabaseError } from "@wakelog/data-api/db/database.ts";

/** SQLSTATE: the database's disk is full. */
const DISK_FULL = "53100";
const MAKE_ROOM = 'make room and run the command again ("wakelog check" says how much there is, and where)';
const CHECK = '"wakelog check" says what is wrong with the set-up';

/** A failure as a sentence; replaces the system's own wording. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause instanceof DatabaseError && cause.sqlstate === DISK_FULL)
    return `the database's disk is full; ${MAKE_ROOM}`;
  if (cause instanceof ConnectionError) return `${cause.message}; ${CHECK}`;
  return ofFile(cause) ?? cause.message;
}

/** A failure to read or write a file; null for any other. */
function ofFile(cause: Error): string | null {
  if (!("code" in cause && "syscall" in cause)) return null;
  const path = "path" in cause && typeof cause.path === "string" ? cause.path.replace(/\.part$/, "") : null;
  const it = path ?? "a file";
  switch (cause.code) {
    case "ENOENT":
      return `there is no ${path === null ? "such file" : `file or folder ${path}`}`;
    case "EISDIR":
      return `${it} is a folder, and a file is needed`;
    case "ENOTDIR":
      return `${it} cannot be: part of that path is a file, and a folder is needed`;
    case "EACCES":
    case "EPERM":
      return `this user may not read or write ${it}; run the command as the user that the service runs as, or name another file`;
    case "EROFS":
      return `${it} cannot be written: its disk is read-only`;
    case "ENOSPC":
    case "EDQUOT":
      return `the disk is full${path === null ? "" : `, where ${path} belongs`}; ${MAKE_ROOM}`;
    case "EPIPE":
      return "standard output was closed before everything was written";
    default:
      return null;
  }
}
