/** PostgREST and this project's engine side by side, on one database with the fixture schema. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../../../server/src/database/postgres-server/free-port.ts";
import { type DataApi, startDataApi } from "../../src/command/server.ts";
import { readSettings } from "../../src/command/settings.ts";
import { connectionUrl } from "../../src/db/connection-settings.ts";
import { FIXTURE_AUTHENTICATOR, FIXTURE_SCHEMAS, FIXTURE_SEARCH_PATH } from "../cases/fixture.ts";
import { type PeerClient, peerClient } from "./request.ts";
import { PEER_SECRET, peerTokens } from "./tokens.ts";

/** The releases that `packages/data-api/test/peer/package.json` installs. */
export type PeerRelease = 11 | 12;

export interface Pair {
  readonly theirs: PeerClient;
  readonly ours: PeerClient;
  stop(): Promise<void>;
}

/** Where the other program is, or null where it was not installed or does not run. */
export function peerBinary(release: PeerRelease): string | null {
  const path = fileURLToPath(new URL(`node_modules/postgrest-${release}/postgrest`, import.meta.url));
  return process.platform === "linux" && process.arch === "x64" && existsSync(path) ? path : null;
}

/** Settings of both, by PostgREST's names. */
export function pairSettings(databaseUrl: string): Record<string, string> {
  return {
    "db-uri": connectionUrl(databaseUrl, FIXTURE_AUTHENTICATOR),
    "db-schemas": FIXTURE_SCHEMAS.join(","),
    "db-anon-role": "fixture_anonymous",
    "db-extra-search-path": FIXTURE_SEARCH_PATH.join(","),
    "db-tx-end": "commit-allow-override",
    "db-plan-enabled": "true",
    "db-pool": "4",
    "jwt-secret": PEER_SECRET,
    "server-host": "127.0.0.1",
    "log-level": "crit",
  };
}

/** @param more settings added to every pair's, or overriding them */
export async function startPair(
  binary: string,
  databaseUrl: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Pair> {
  const settings = { ...pairSettings(databaseUrl), ...more };
  const tokens = peerTokens();
  const peer = await startPeer(binary, settings);
  const api = await startOurs(settings);
  const theirs = peerClient(peer.port, tokens);
  const ours = peerClient(Number(new URL(api.where).port), tokens);
  return {
    theirs,
    ours,
    async stop() {
      theirs.close();
      ours.close();
      await Promise.all([api.stop(), peer.stop()]);
    },
  };
}

/** This project's engine behind its HTTP server, in this process. */
export async function startOurs(settings: Readonly<Record<string, string>>): Promise<DataApi> {
  const file = new Map(Object.entries({ ...settings, "server-port": "0" }));
  const api = await startDataApi(
    (database) => readSettings({ file, ...(database === undefined ? {} : { database }) }),
    (line) => void process.stderr.write(`${line}\n`),
  );
  await until(() => api.ready());
  return api;
}

/** The other program, in a separate process. */
export interface Peer {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts the other program; retries if it exits at once, as another process may have taken its port. */
export async function startPeer(binary: string, settings: Readonly<Record<string, string>>): Promise<Peer> {
  try {
    return await startOnce(binary, settings);
  } catch {
    return await startOnce(binary, settings);
  }
}

async function startOnce(binary: string, settings: Readonly<Record<string, string>>): Promise<Peer> {
  const port = await freePort();
  const adminPort = await freePort();
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(settings)) {
    environment[`PGRST_${name.toUpperCase().replaceAll("-", "_")}`] = value;
  }
  const child = spawn(binary, [], {
    env: { ...environment, PGRST_SERVER_PORT: String(port), PGRST_ADMIN_SERVER_PORT: String(adminPort) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = (): Promise<void> => ended(child);
  try {
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`PostgREST ended with ${child.exitCode}`);
      return (await fetch(`http://127.0.0.1:${adminPort}/ready`)).status === 200;
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, pid: child.pid ?? 0, stop };
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  let last: unknown;
  for (let tries = 0; tries < 400; tries++) {
    try {
      if (await isSo()) return;
    } catch (cause) {
      last = cause;
    }
    await sleep(25);
  }
  throw new Error("a server did not become ready", { cause: last });
}
