/** The service as a process of its own, so that a benchmark's client does not share its event loop. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export interface RunningService {
  readonly apiUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts `wakelog start` on free ports and waits until it is ready.
 * @param databaseUrl an empty database; the embedded server in a temporary directory when null
 */
export async function runService(databaseUrl: string | null): Promise<RunningService> {
  const dataDir = await mkdtemp(join(tmpdir(), "wakelog-bench-"));
  const [apiPort, webPort, adminPort, dbPort] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  const child = spawn(process.execPath, [join(import.meta.dirname, "..", "bin", "wakelog"), "start"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      ...(databaseUrl === null
        ? {}
        : { DATABASE_URL: databaseUrl, WAKELOG_JWT_SECRET: "a secret for benchmarks, not for boats" }),
      WAKELOG_DATA_DIR: dataDir,
      WAKELOG_API_PORT: String(apiPort),
      WAKELOG_WEB_PORT: String(webPort),
      WAKELOG_ADMIN_PORT: String(adminPort),
      WAKELOG_DB_PORT: String(dbPort),
      WAKELOG_RATE_LIMITS: "off",
    },
  });
  await ready(child, `http://127.0.0.1:${adminPort}/ready`);
  return {
    apiUrl: `http://127.0.0.1:${apiPort}`,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok === true) return;
    await sleep(200);
  }
  child.kill("SIGKILL");
  throw new Error("the service did not become ready within two minutes");
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
