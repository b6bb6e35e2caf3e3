/** A PostgreSQL server and a replica that streams from it, both on loopback, made with PostgreSQL's own programs. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectPostgres, type Postgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { expect, vi } from "vitest";
import { freePort } from "../../../src/database/postgres-server/free-port.ts";
import { childrenOf, signal } from "../processes.ts";

const PROGRAMS = "/usr/lib/postgresql/15/bin";

/** Whether this machine has the programs. */
export const hasPrograms = existsSync(join(PROGRAMS, "pg_basebackup"));

export interface Streaming {
  /** The database as a role that may create roles and no more. */
  readonly url: string;
  /** The same database at the replica. */
  readonly replicaUrl: string;
  /** A superuser's pool of the primary. */
  readonly primary: Postgres;
  /** A superuser's pool of the replica. */
  readonly replica: Postgres;
  /** Pauses replay on the replica; resolves when it has stopped. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Waits until the replica has everything that is committed now. */
  caughtUp(): Promise<void>;
  /** Sends a signal to all processes of the replica. */
  signalReplica(name: NodeJS.Signals): Promise<void>;
  /** Starts the replica again after it was killed. */
  startReplica(): Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL does not run as root. */
function unprivileged(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (kind: string) => Number(execFileSync("id", [kind, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** Starts both, with an empty database `wakelog`. */
export async function startStreaming(): Promise<Streaming> {
  const user = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), "wakelog-streaming-"));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o755);
  const [primaryPort, replicaPort] = [await freePort(), await freePort()];
  const data = { primary: join(folder, "primary"), replica: join(folder, "replica") };
  const program = (name: string, args: readonly string[]): void =>
    void execFileSync(join(PROGRAMS, name), args, {
      ...user,
      cwd: folder,
      stdio: "pipe",
      env: { LANG: "C.UTF-8" },
    });
  const run = (name: "primary" | "replica", port: number): ChildProcess => {
    const log = openSync(join(folder, `${name}.log`), "a");
    const settings = {
      port: String(port),
      listen_addresses: "127.0.0.1",
      unix_socket_directories: folder,
      fsync: "off",
      hot_standby: "on",
      max_standby_streaming_delay: "200ms",
    };
    return spawn(
      join(PROGRAMS, "postgres"),
      ["-D", data[name], ...Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`])],
      { ...user, cwd: folder, stdio: ["ignore", log, log], env: { LANG: "C.UTF-8" } },
    );
  };
  const urlAt = (port: number, role: string, database: string): string =>
    `postgresql://${role}@127.0.0.1:${port}/${database}`;
  const answers = (pool: Postgres): Promise<void> =>
    vi.waitFor(async () => expect(await pool.ping()).toBe(true), { timeout: 60_000, interval: 50 });

  program("initdb", ["-D", data.primary, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"]);
  const first = run("primary", primaryPort);
  const postgres = connectPostgres({ url: urlAt(primaryPort, "postgres", "postgres"), max: 1 });
  await answers(postgres);
  await postgres.pipeline([{ statement: sql`create role wakelog login createrole` }]);
  await postgres.pipeline([{ statement: sql`create database wakelog owner wakelog` }]);
  await postgres.close();
  program("pg_basebackup", [
    "-D",
    data.replica,
    "-d",
    urlAt(primaryPort, "postgres", ""),
    "-R",
    "-X",
    "stream",
  ]);
  let second = run("replica", replicaPort);
  const primary = connectPostgres({ url: urlAt(primaryPort, "postgres", "wakelog"), max: 2 });
  const replica = connectPostgres({ url: urlAt(replicaPort, "postgres", "wakelog"), max: 2 });
  await answers(replica);

  /** A query may conflict with replay, and is then retried. */
  const ask = (pool: Postgres, statement: ReturnType<typeof sql>): Promise<unknown> =>
    vi.waitFor(async () => (await pool.pipeline([{ statement }]))[0]?.rows[0]?.[0], { timeout: 10_000 });
  const signalReplica: Streaming["signalReplica"] = async (name) => {
    const children = second.pid === undefined ? [] : await childrenOf(second.pid);
    for (const pid of [second.pid ?? 0, ...children]) signal(pid, name);
  };
  return {
    url: urlAt(primaryPort, "wakelog", "wakelog"),
    replicaUrl: urlAt(replicaPort, "wakelog", "wakelog"),
    primary,
    replica,
    async pause() {
      await ask(replica, sql`select pg_wal_replay_pause()`);
      await vi.waitFor(
        async () => expect(await ask(replica, sql`select pg_get_wal_replay_pause_state()`)).toBe("paused"),
        { timeout: 10_000, interval: 10 },
      );
    },
    async resume() {
      await ask(replica, sql`select pg_wal_replay_resume()`);
    },
    async caughtUp() {
      const lsn = String(await ask(primary, sql`select pg_current_wal_flush_lsn()`));
      await vi.waitFor(
        async () =>
          expect(await ask(replica, sql`select pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn`)).toBe("t"),
        { timeout: 30_000, interval: 20 },
      );
    },
    signalReplica,
    async startReplica() {
      if (second.exitCode === null && second.signalCode === null) await once(second, "exit");
      second = run("replica", replicaPort);
      await answers(replica);
    },
    async stop() {
      await Promise.all([primary.close(), replica.close()]);
      await signalReplica("SIGCONT");
      for (const server of [second, first]) {
        server.kill("SIGQUIT");
        if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
