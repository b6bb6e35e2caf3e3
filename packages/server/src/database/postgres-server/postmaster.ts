/** Starts, watches and stops a cluster's server process. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { commandOf, identityOf, waitForEnd } from "@wakelog/kit/foreign-processes.ts";
import { atEnd } from "./at-end.ts";
import type { Binaries } from "./binaries.ts";
import { childEnvironment } from "./cluster.ts";
import { isFree } from "./free-port.ts";
import { keepRotating, LOG_SETTINGS, logSize, openLog, rotateLog } from "./server-log.ts";
import { type Identity, runningAs } from "./unprivileged.ts";

/** Recovery after a power failure replays at most `max_wal_size`; even a slow memory card does that in this time. */
const READY_MS = 300_000;
/** A fast shutdown writes a checkpoint; after this time the server is stopped at once and recovers later. */
const STOP_MS = 30_000;

const USUAL_CONNECTIONS = 100;

/** For a small machine that loses power: everything is synced, memory use is modest. */
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: String(USUAL_CONNECTIONS),
  shared_buffers: `${sharedBuffersMb(availableMemoryMb())}MB`,
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  max_wal_size: "512MB",
  // No logical replication; this saves a process.
  max_logical_replication_workers: "0",
  timezone: "UTC",
  fsync: "on",
  ...LOG_SETTINGS,
} as const;

/**
 * Shared buffers in megabytes: a sixteenth of a small machine's memory; on a large one, what a few boats need. The
 * system's cache holds the rest.
 * @param memoryMb the machine's memory in megabytes
 */
export function sharedBuffersMb(memoryMb: number): number {
  return Math.min(64, Math.max(32, Math.floor(memoryMb / 16)));
}

/** Server settings for this many connections. */
export function connectionSettings(needed: number): Readonly<Record<string, string>> {
  return needed > USUAL_CONNECTIONS ? { max_connections: String(needed) } : {};
}

/** Memory of the machine, or of the container if less. */
function availableMemoryMb(): number {
  const container = process.constrainedMemory();
  return Math.min(totalmem(), container > 0 ? container : Number.POSITIVE_INFINITY) / 1_048_576;
}

/**
 * From version 18 on, three separate processes read pages ahead by default. `sync` lets each backend read for itself,
 * as before.
 * @see https://www.postgresql.org/docs/18/runtime-config-resource.html#GUC-IO-METHOD
 */
const SINCE_18 = { io_method: "sync" } as const;

/** For tests, whose data may be lost; many services, each with some twenty connections, share one server. */
const NOT_DURABLE = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  max_connections: "300",
} as const;

export interface PostmasterOptions {
  readonly cluster: string;
  readonly port: number;
  readonly binaries: Binaries;
  readonly identity: Identity | null;
  readonly logFile: string;
  /** Log size at which it rotates, bytes. */
  readonly maxLogBytes: number;
  readonly durable: boolean;
  /** Further server settings by name; they override the defaults. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface Postmaster {
  readonly pid: number;
  /** Resolves with a description once the process has ended, for whatever reason. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
  /** Requests a stop without waiting, for when our own process exits. */
  askToStop(): void;
}

/** The port was taken between check and start. */
export class PortTakenError extends Error {
  constructor(port: number) {
    super(`port ${port} is taken`);
    this.name = "PortTakenError";
  }
}

/** Starts a server and waits until it accepts connections. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  rotateLog(options.logFile, options.maxLogBytes);
  const logStart = logSize(options.logFile);
  const log = openLog(options.logFile, options.identity);
  const child = spawn(options.binaries.postgres, serverArguments(options), {
    ...runningAs(options.identity),
    cwd: "/",
    env: childEnvironment(),
    // To a file, so that the server can go on writing if we are killed.
    stdio: ["ignore", log, log],
    // In its own group, so that Ctrl-C in a terminal reaches only us and we shut it down cleanly.
    detached: true,
  });
  closeSync(log);
  const postmaster = watched(child, options);
  // Otherwise it would outlive this process.
  void postmaster.ended.then(atEnd(postmaster.askToStop));
  await ready(postmaster, options, logStart);
  const stopRotating = keepRotating(options.logFile, options.maxLogBytes);
  void postmaster.ended.then(stopRotating);
  return postmaster;
}

/** The server program's arguments. */
export function serverArguments(
  options: Pick<PostmasterOptions, "cluster" | "port" | "binaries" | "durable" | "settings">,
): readonly string[] {
  const settings = {
    ...SETTINGS,
    ...(options.binaries.major >= 18 ? SINCE_18 : {}),
    port: String(options.port),
    ...(options.durable ? {} : NOT_DURABLE),
    ...options.settings,
  };
  return [
    "-D",
    options.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
}

function watched(child: ChildProcess, options: PostmasterOptions): Postmaster {
  const pid = child.pid ?? 0;
  const ended = new Promise<string>((resolve) => {
    child.once("error", (cause) => resolve(cause.message));
    child.once("exit", (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
  return {
    pid,
    ended,
    askToStop: () => void signal(pid, "SIGINT"),
    async stop() {
      if (child.exitCode === null && child.signalCode === null)
        await stopProcess(pid, options.cluster, options.binaries);
      await ended;
    },
  };
}

async function ready(postmaster: Postmaster, options: PostmasterOptions, logStart: number): Promise<void> {
  let end: string | null = null;
  void postmaster.ended.then((how) => {
    end = how;
  });
  const deadline = performance.now() + READY_MS;
  while (performance.now() < deadline) {
    if (end !== null) {
      const written = (await readFile(options.logFile).catch(() => Buffer.alloc(0)))
        .subarray(logStart)
        .toString();
      const log = written.trim().split("\n").slice(-8).join("\n");
      if (!(await isFree(options.port))) throw new PortTakenError(options.port);
      throw new Error(`PostgreSQL ended while starting (${end}); the end of ${options.logFile}:\n${log}`);
    }
    if ((await readyPostmaster(options.cluster))?.pid === postmaster.pid) return;
    await sleep(10);
  }
  await postmaster.stop();
  throw new Error(`PostgreSQL was not ready after ${READY_MS / 1000} s; see ${options.logFile}`);
}

/**
 * The server that accepts connections on this cluster, according to its pid file.
 * @see https://www.postgresql.org/docs/current/storage-file-layout.html on postmaster.pid
 */
export async function readyPostmaster(cluster: string): Promise<{ pid: number; port: number } | null> {
  const lines = (await readFile(pidFile(cluster), "utf8").catch(() => "")).split("\n");
  // Line 1 is the process, line 4 the port, line 8 the state, padded with blanks.
  return lines[7]?.trim() === "ready" ? { pid: Number(lines[0]), port: Number(lines[3]) } : null;
}

/**
 * Stops a server that a killed predecessor left running on this cluster, and removes a pid file whose process has ended
 * or is another program by now.
 * @returns the process that was stopped, if any
 */
export async function stopLeftover(cluster: string, binaries: Binaries): Promise<number | null> {
  const text = await readFile(pidFile(cluster), "utf8").catch(() => null);
  if (text === null) return null;
  const pid = Math.abs(Number(text.split("\n")[0]));
  const command = Number.isInteger(pid) && pid > 0 && identityOf(pid) !== null ? commandOf(pid) : null;
  if (command === null || (command !== "" && !command.includes(cluster))) {
    await rm(pidFile(cluster), { force: true });
    return null;
  }
  await stopProcess(pid, cluster, binaries);
  return pid;
}

async function stopProcess(pid: number, cluster: string, binaries: Binaries): Promise<void> {
  if (process.platform === "win32") {
    const control = binaries.postgres.replace(/postgres(\.exe)?$/, "pg_ctl$1");
    spawnSync(control, ["stop", "-D", cluster, "-m", "fast"]);
    return;
  }
  // pg_ctl's "fast": rolls back open transactions and writes a checkpoint.
  signal(pid, "SIGINT");
  if (await waitForEnd(pid, STOP_MS)) return;
  signal(pid, "SIGQUIT");
  if (await waitForEnd(pid, STOP_MS)) return;
  throw new Error(`PostgreSQL (process ${pid}) does not stop`);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has already ended.
  }
}

function pidFile(cluster: string): string {
  return join(cluster, "postmaster.pid");
}
