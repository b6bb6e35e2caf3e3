/** The service in its own process, so that a benchmark's client does not share its event loop. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connectToEmbedded } from "../../packages/server/src/database/postgres-server/embedded.ts";
import { freePort } from "../../packages/server/src/database/postgres-server/free-port.ts";
import { type CpuTime, cpuTime } from "./cpu-time.ts";
import { descendants, peakMemoryMb, resetPeakMemory } from "./peak-memory.ts";

export interface RunningService {
  readonly apiUrl: string;
  readonly pid: number;
  /** Milliseconds from the command to the first ready response. */
  readonly readyMs: number;
  /** The URL of its database, as the schema owner. */
  readonly databaseUrl: string;
  /** Peak resident memory in megabytes, since the start or the last `takeWorst`; null if the system does not report it. */
  peakMemoryMb(): Promise<number | null>;
  /** The worst figures since the previous call. */
  takeWorst(): Promise<Worst>;
  /** Processor time so far; null if the system does not report it. */
  cpuTime(): Promise<CpuTime | null>;
  stop(): Promise<void>;
}

/** The worst figures since the previous call. Null if the system does not report one. */
export interface Worst {
  /** Longest time that the event loop was blocked, milliseconds. */
  readonly heldMs: number | null;
  /** Largest resident memory of the service's process, megabytes. */
  readonly serviceMb: number | null;
  /** Largest resident memory of one child process, including shared buffers, megabytes: of PostgreSQL, if embedded. */
  readonly backendMb: number | null;
}

/**
 * Starts `wakelog start` on free ports and waits until it is ready.
 * @param databaseUrl URL of an empty database; null for the embedded server
 * @param profileFolder where to write a CPU profile of the service at the end; null for none
 * @param kept a data directory to use and keep, which also enables the dashboard; null for a temporary one without it
 * @param settings further environment variables
 * @param checkout the working copy to run; default: this one
 */
export async function runService(
  databaseUrl: string | null,
  profileFolder: string | null = null,
  kept: string | null = null,
  settings: Readonly<Record<string, string>> = {},
  checkout = join(import.meta.dirname, "../.."),
): Promise<RunningService> {
  const dataDir = kept ?? (await temporaryDirectory());
  const [apiPort, adminPort, dbPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const profiling = profileFolder === null ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileFolder}`];
  const command = join(checkout, "bin", "wakelog");
  const child = spawn(process.execPath, [...profiling, command, "start"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl ?? "",
      ...(databaseUrl === null
        ? {}
        : { DATABASE_URL: databaseUrl, WAKELOG_JWT_SECRET: "a secret for benchmarks, not for boats" }),
      WAKELOG_DATA_DIR: dataDir,
      WAKELOG_API_PORT: String(apiPort),
      WAKELOG_ADMIN_PORT: String(adminPort),
      WAKELOG_DB_PORT: String(dbPort),
      WAKELOG_WEB_PORT: "0",
      WAKELOG_PARTS: kept === null ? "api" : "api,web",
      WAKELOG_RATE_LIMITS: "off",
      // Measures one process, whatever the number of cores.
      WAKELOG_PROCESSES: "1",
      ...settings,
    },
  });
  const began = performance.now();
  await ready(child, `http://127.0.0.1:${adminPort}/ready`);
  return {
    pid: child.pid ?? 0,
    readyMs: performance.now() - began,
    apiUrl: `http://127.0.0.1:${settings.WAKELOG_API_PORT ?? apiPort}`,
    databaseUrl: databaseUrl ?? (await connectToEmbedded(dataDir))?.url ?? "",
    peakMemoryMb: () => peakMemoryMb(child.pid ?? 0),
    takeWorst: () => takeWorst(child.pid ?? 0, `http://127.0.0.1:${adminPort}/metrics`),
    cpuTime: () => cpuTime(child.pid ?? 0),
    async stop() {
      if (!hasEnded(child)) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      if (kept === null) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A new directory that the embedded server's operating-system user can read too. */
export async function temporaryDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "wakelog-bench-"));
  await chmod(path, 0o755);
  return path;
}

async function takeWorst(pid: number, metricsUrl: string): Promise<Worst> {
  // Reading this metric resets it.
  const text = await (await fetch(metricsUrl)).text();
  const held = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1];
  const backends = await descendants(pid);
  const peaks = await Promise.all(backends.map(peakMemoryMb));
  const serviceMb = await peakMemoryMb(pid);
  await Promise.all([pid, ...backends].map(resetPeakMemory));
  const backendMb = Math.max(0, ...peaks.filter((peak) => peak !== null));
  return {
    heldMs: held === undefined ? null : Math.round(Number(held) * 1000),
    serviceMb,
    backendMb: backendMb === 0 ? null : backendMb,
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  const until = performance.now() + 120_000;
  while (performance.now() < until) {
    if (hasEnded(child))
      throw new Error(`the service ended with ${child.signalCode ?? `exit code ${child.exitCode}`}`);
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok === true) return;
    await sleep(20);
  }
  child.kill("SIGKILL");
  throw new Error("the service did not become ready within two minutes");
}
