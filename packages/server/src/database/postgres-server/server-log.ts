/** The embedded server's own log: a file that the server writes itself, and that turns over while it does. */
import {
  closeSync,
  fchmodSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { give, type Identity } from "./unprivileged.ts";

/** Bytes at which the log turns over. Two files, and what is written between two checks, take less than 25 MB. */
export const LOG_TURNS_AT = 10_000_000;
const CHECK_EVERY_MS = 5_000;
const CHUNK_BYTES = 1_000_000;

/**
 * What the server writes: its own faults, starts and stops, and what its housekeeping does. Not the errors of statements:
 * callers can cause those at will, and their text contains what was sent, in values, details, contexts
 * and parameters. They are answered to the client that caused them, which is the service.
 * @see https://www.postgresql.org/docs/current/runtime-config-logging.html
 */
export const LOG_SETTINGS = {
  // In the log's own order of levels, LOG, FATAL and PANIC are above ERROR.
  log_min_messages: "log",
  // What a backend was doing when it crashed is a detail too.
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
  log_parameter_max_length_on_error: "0",
  log_line_prefix: "%m [%p] ",
  log_timezone: "UTC",
  log_destination: "stderr",
  logging_collector: "off",
} as const;

/**
 * Opens the log for a server that is about to start: appending, and readable by the server's user only.
 * @returns a file descriptor to hand to it
 */
export function openLog(path: string, identity: Identity | null): number {
  const log = openSync(path, "a", 0o600);
  fchmodSync(log, 0o600);
  give(path, identity);
  return log;
}

/** Bytes in the log; 0 if there is none. */
export function logSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Turns the log over if it has become too large: its last `limit` bytes become `<path>.old`, in the place of those
 * before. The server goes on writing to the same file, since no other process can give it another one. It always appends,
 * so after the file is emptied it continues at the beginning. The file is read to its very end before it is emptied.
 * @returns whether it was turned over
 */
export function turnOver(path: string, limit: number): boolean {
  const size = logSize(path);
  if (size <= limit) return false;
  const draft = `${path}.draft`;
  const [log, old] = [openSync(path, "r+"), openSync(draft, "w", 0o600)];
  try {
    copyRest(log, old, size - limit);
    ftruncateSync(log, 0);
  } finally {
    closeSync(log);
    closeSync(old);
  }
  renameSync(draft, `${path}.old`);
  return true;
}

function copyRest(from: number, to: number, start: number): void {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let position = start; ; ) {
    const length = readSync(from, chunk, 0, chunk.length, position);
    if (length === 0) return;
    writeSync(to, chunk, 0, length);
    position += length;
  }
}

/** Turns the log over whenever it has become too large, until the returned function is called. */
export function keepTurningOver(path: string, limit: number): () => void {
  const timer = setInterval(() => {
    try {
      turnOver(path, limit);
    } catch {
      // Usually a full disk; the next check tries again.
    }
  }, CHECK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
