/** The embedded server's log: a file that the server writes itself, rotated meanwhile. */
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

/** Log size at which it rotates, bytes. Two files, and what is written between checks, take less than 25 MB. */
export const MAX_LOG_BYTES = 10_000_000;
const CHECK_EVERY_MS = 5_000;
const CHUNK_BYTES = 1_000_000;

/**
 * Logs the server's own faults, starts, stops and housekeeping, but no statement errors: callers can cause those at
 * will, and they contain sent data in values, details, contexts and parameters. The client that caused them, which is
 * the service, receives them.
 * @see https://www.postgresql.org/docs/current/runtime-config-logging.html
 */
export const LOG_SETTINGS = {
  // Among log levels, LOG, FATAL and PANIC are above ERROR.
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
 * Opens the log for a server about to start: appending, readable only by the server's user.
 * @returns a file descriptor for the server
 */
export function openLog(path: string, identity: Identity | null): number {
  const log = openSync(path, "a", 0o600);
  fchmodSync(log, 0o600);
  give(path, identity);
  return log;
}

/** Size of the log, bytes; 0 if there is none. */
export function logSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Rotates the log if it is too large: its last `limit` bytes replace `<path>.old`. The server keeps its file descriptor
 * and always appends, so after the file is emptied it continues at the beginning. The file is read to its very end
 * before it is emptied.
 * @returns whether it was rotated
 */
export function rotateLog(path: string, limit: number): boolean {
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

/** Rotates the log whenever it is too large, until the returned function is called. */
export function keepRotating(path: string, limit: number): () => void {
  const timer = setInterval(() => {
    try {
      rotateLog(path, limit);
    } catch {
      // Usually a full disk; the next check retries.
    }
  }, CHECK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
