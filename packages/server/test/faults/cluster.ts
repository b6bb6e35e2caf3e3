/** Three PostgreSQL nodes under Patroni with etcd and HAProxy before them, all on loopback, by the recipes of deploy/patroni. */
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, vi } from "vitest";
import { isFree } from "../../src/database/postgres-server/free-port.ts";
import { type Etcd, etcdOf } from "./etcd.ts";
import { childrenOf, postmasterOf, signal } from "./processes.ts";

const PATRONI = "/usr/bin/patroni";
const PATRONICTL = "/usr/bin/patronictl";
const ETCD = "/usr/bin/etcd";
const HAPROXY = "/usr/sbin/haproxy";
const PSQL = "/usr/lib/postgresql/15/bin/psql";
const PROGRAMS = [PATRONI, PATRONICTL, ETCD, HAPROXY, PSQL, "/usr/lib/postgresql/15/bin/postgres"];
const RECIPES = resolve(import.meta.dirname, "../../../../deploy/patroni");
const NAMES = ["wakelog1", "wakelog2", "wakelog3"] as const;
const PASSWORD = "a password for tests";
/** Three copies of the first one are made on a machine that may be busy. */
const WHOLE = { timeout: 90_000, interval: 250 };

/** What this machine lacks for a cluster. */
export const missingPrograms: readonly string[] = PROGRAMS.filter((program) => !existsSync(program));

/** One machine of the cluster. */
export interface Node {
  readonly name: string;
  /** Sends a signal to its Patroni and to all of its PostgreSQL. */
  signal(name: NodeJS.Signals): Promise<void>;
  /** Starts its Patroni again, which starts its PostgreSQL. */
  start(): void;
  /** The member of etcd that it has; null if all machines have one in common. */
  readonly etcd: Etcd | null;
}

/** A member as Patroni describes it. */
interface Member {
  readonly name: string;
  readonly role: string;
}

export interface Cluster {
  /** The database's address at HAProxy, where the primary always is. */
  readonly url: string;
  /** The same where HAProxy has the replicas. */
  readonly replicasUrl: string;
  /** Asks one question as a superuser, through HAProxy: the primary, or a replica. */
  ask(what: "primary" | "replica", question: string): Promise<string>;
  /** The node that has the leader's key; null while there is none. */
  primary(): Promise<Node | null>;
  /** Waits until both replicas follow the primary, one of them in step with it. */
  whole(): Promise<void>;
  /** Makes another node the primary, as an operator does. */
  switchover(): Promise<void>;
  /** The end of each program's log, for messages of failures. */
  logs(): string;
  stop(): Promise<void>;
}

/** The text with one part replaced wherever it is; fails if the recipe no longer has it. */
function replaced(text: string, part: string, by: string): string {
  if (!text.includes(part)) throw new Error(`the recipe has no ${part}`);
  return text.replaceAll(part, by);
}

/** Below the ephemeral range, so that a killed node finds its port free. */
async function lastingPort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (await isFree(port)) return port;
  }
  throw new Error("no port is free");
}

/** PostgreSQL does not run as root. */
function unprivileged(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (kind: string) => Number(execFileSync("id", [kind, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/**
 * Starts a cluster with an empty database `wakelog`, owned by a role that may create roles and no more.
 * @param etcds members of etcd: one, or three, one for each machine
 */
export async function startCluster(etcds: 1 | 3 = 1): Promise<Cluster> {
  const user = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), "wakelog-cluster-"));
  const own = (path: string, mode: number): void => {
    if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid);
    chmodSync(path, mode);
  };
  own(folder, 0o755);
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    own(path, 0o600);
    return path;
  };
  const started: ChildProcess[] = [];
  const run = (name: string, program: string, args: readonly string[]): ChildProcess => {
    const log = openSync(join(folder, `${name}.log`), "a");
    const child = spawn(program, args, {
      ...user,
      cwd: folder,
      stdio: ["ignore", log, log],
      env: { PATH: process.env.PATH ?? "", HOME: folder, LANG: "C.UTF-8" },
    });
    started.push(child);
    return child;
  };

  const [writes, reads] = await Promise.all([lastingPort(), lastingPort()]);
  const etcd = await etcdOf({ members: etcds, folder, port: lastingPort, run });
  for (const member of etcd) member.start();
  const addresses = etcd.map(({ address }) => `"${address}"`).join(", ");

  let proxy = readFileSync(join(RECIPES, "haproxy.cfg"), "utf8");
  proxy = replaced(proxy, "127.0.0.1:5000\n    option", `127.0.0.1:${writes}\n    option`);
  proxy = replaced(proxy, "127.0.0.1:5001", `127.0.0.1:${reads}`);
  const nodes = await Promise.all(
    NAMES.map(async (name, n) => {
      const [postgres, rest] = [await lastingPort(), await lastingPort()];
      proxy = replaced(
        proxy,
        `10.0.0.1${n + 1}:5432 check port 8008`,
        `127.0.0.1:${postgres} check port ${rest}`,
      );
      let recipe = readFileSync(join(RECIPES, "patroni.yml"), "utf8");
      recipe = replaced(recipe, "name: wakelog1", `name: ${name}`);
      recipe = replaced(recipe, "[10.0.0.11:2379, 10.0.0.12:2379, 10.0.0.13:2379]", `[${addresses}]`);
      recipe = replaced(recipe, "10.0.0.11:8008", `127.0.0.1:${rest}`);
      recipe = replaced(recipe, "10.0.0.11:5432", `127.0.0.1:${postgres}`);
      recipe = replaced(recipe, "10.0.0.0/24", "127.0.0.1/32");
      recipe = replaced(recipe, "/var/lib/postgresql/15/wakelog", join(folder, name));
      recipe = replaced(recipe, "/var/run/postgresql", folder);
      recipe = replaced(recipe, "change this one", PASSWORD);
      return nodeAt(
        name,
        join(folder, name),
        rest,
        write(`${name}.yml`, replaced(recipe, "and this one", PASSWORD)),
        etcds === NAMES.length ? (etcd[n] ?? null) : null,
      );
    }),
  );
  function nodeAt(name: string, cluster: string, rest: number, recipe: string, member: Etcd | null) {
    let patroni: ChildProcess | null = null;
    return {
      name,
      rest,
      recipe,
      cluster,
      etcd: member,
      start: () => {
        patroni = run(name, PATRONI, [recipe]);
      },
      async signal(kind: NodeJS.Signals) {
        if (patroni?.pid !== undefined && patroni.exitCode === null) signal(patroni.pid, kind);
        const postmaster = await postmasterOf(cluster);
        if (postmaster === null) return;
        const children = await childrenOf(postmaster);
        for (const pid of [postmaster, ...children]) signal(pid, kind);
      },
    };
  }

  /** The members' states, from the first node that answers. */
  const members = async (): Promise<readonly Member[]> => {
    const answers = nodes.map(async ({ rest }) => {
      const answer = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(3000) });
      const said: { members: Member[] } = JSON.parse(await answer.text());
      return said.members;
    });
    return Promise.any(answers).catch(() => []);
  };
  const ask = async (port: number | undefined, database: string, ...commands: readonly string[]) => {
    const { stdout } = await promisify(execFile)(
      PSQL,
      [
        "-XAtq",
        "-vON_ERROR_STOP=1",
        `host=127.0.0.1 port=${port} user=postgres dbname=${database} connect_timeout=5`,
        ...commands.flatMap((command) => ["-c", command]),
      ],
      { env: { PGPASSWORD: PASSWORD }, timeout: 30_000 },
    );
    return stdout.trim();
  };
  const urlAt = (port: number | undefined) =>
    `postgresql://wakelog:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/wakelog`;
  const cluster: Cluster = {
    url: urlAt(writes),
    replicasUrl: urlAt(reads),
    ask: (what, question) => ask(what === "primary" ? writes : reads, "postgres", question),
    async primary() {
      const leader = (await members()).find(({ role }) => role === "leader");
      return nodes.find(({ name }) => name === leader?.name) ?? null;
    },
    async whole() {
      // Members' states may be as old as `ttl`; the primary's streaming connections are current.
      await vi.waitFor(async () => {
        expect((await members()).map(({ role }) => role).sort()).toEqual([
          "leader",
          "replica",
          "sync_standby",
        ]);
        expect(
          await ask(
            writes,
            "postgres",
            "select string_agg(sync_state || ' ' || state, ', ' order by sync_state) from pg_stat_replication",
          ),
        ).toBe("async streaming, sync streaming");
      }, WHOLE);
    },
    async switchover() {
      const recipe = nodes[0]?.recipe ?? "";
      await promisify(execFile)(PATRONICTL, ["-c", recipe, "switchover", "wakelog", "--force"], {
        env: { PATH: process.env.PATH ?? "", HOME: folder, LANG: "C.UTF-8" },
        timeout: 60_000,
      });
    },
    logs: () =>
      ["etcd1", "etcd2", "etcd3", "haproxy", ...NAMES]
        .map((name) => join(folder, `${name}.log`))
        .filter((path) => existsSync(path))
        .map((path) => `${path}\n${readFileSync(path, "utf8").split("\n").slice(-40).join("\n")}`)
        .join("\n"),
    async stop() {
      // Patroni first, as it would restart what is stopped.
      for (const child of started) if (child.pid !== undefined) signal(child.pid, "SIGKILL");
      for (const node of nodes) {
        await node.signal("SIGCONT");
        const postmaster = await postmasterOf(node.cluster);
        // At once, but without leaving its shared memory behind.
        if (postmaster !== null) signal(postmaster, "SIGQUIT");
        await vi.waitFor(async () => expect(await postmasterOf(node.cluster)).toBeNull(), {
          timeout: 15_000,
          interval: 50,
        });
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };

  run("haproxy", HAPROXY, ["-db", "-f", write("haproxy.cfg", proxy)]);
  try {
    for (const node of nodes) node.start();
    await cluster.whole();
    await vi.waitFor(
      () =>
        ask(
          writes,
          "postgres",
          `create role wakelog login createrole password '${PASSWORD}'`,
          "create database wakelog owner wakelog",
        ),
      { timeout: 20_000, interval: 500 },
    );
  } catch (error) {
    const said = cluster.logs();
    await cluster.stop();
    throw new Error(`the cluster did not start:\n${said}`, { cause: error });
  }
  return cluster;
}
