/**
 * The embedded PostgreSQL: a child process on the loopback interface, with its cluster in the data directory. Restarted
 * when it dies, stopped when we stop.
 */
import { chmod, mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { ConnectionSettings } from "@wakelog/data-api/db/connection-settings.ts";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { ident, sql } from "@wakelog/data-api/db/sql.ts";
import { ignoreAll, type Observe } from "@wakelog/kit/observe.ts";
import { findBinaries } from "./binaries.ts";
import {
  DATABASE,
  ensureCluster,
  passwordIn,
  recordCluster,
  refuseLostCluster,
  SUPERUSER,
  SYSTEM_DIR,
  systemHome,
} from "./cluster.ts";
import { lockDataDir, ownerOf } from "./data-lock.ts";
import { freePort, isFree } from "./free-port.ts";
import { keepRunning } from "./keep-running.ts";
import {
  connectionSettings,
  PortTakenError,
  type Postmaster,
  type PostmasterOptions,
  readyPostmaster,
  startPostmaster,
  stopLeftover,
} from "./postmaster.ts";
import { MAX_LOG_BYTES } from "./server-log.ts";
import { canReach, unprivileged } from "./unprivileged.ts";

const PORT_ATTEMPTS = 5;

export interface EmbeddedOptions {
  /** Created if missing. Holds the lock, the password, and usually the cluster. */
  readonly dataDir: string;
  /** TCP port; `auto` for any free one. */
  readonly port: number | "auto";
  /** Whether a taken port is an error; otherwise a free one is chosen and reported. */
  readonly portFixed?: boolean;
  /** Folder of `initdb` and `postgres`; the npm package's by default. */
  readonly binDir?: string;
  /** False lets a power failure destroy the data, which makes tests faster. */
  readonly durable?: boolean;
  /** Log size at which it rotates, bytes; {@link MAX_LOG_BYTES} by default. */
  readonly maxLogBytes?: number;
  /** Required connections, if more than the default. */
  readonly connections?: number;
  readonly observe?: Observe;
}

/** A running embedded server. */
export interface EmbeddedServer {
  /** How the superuser connects to the database `wakelog`. */
  readonly connection: Required<Pick<ConnectionSettings, "host" | "port" | "user" | "password" | "database">>;
  /** The same as a URL. */
  readonly url: string;
  readonly port: number;
  /** The URL for display, without the password. */
  readonly where: string;
  /** The directory of the cluster: the data directory or its substitute. */
  readonly dataDir: string;
  /** The server's process id, which changes after a crash. */
  pid(): number;
  stop(): Promise<void>;
}

/**
 * Starts the embedded server, after stopping one that a killed predecessor left running.
 * @throws DataDirInUseError if a live process has the data directory
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const observe = options.observe ?? ignoreAll;
  // PostgreSQL's user must reach a folder we create, whatever the umask; its secrets stay private.
  const made = await mkdir(options.dataDir, { recursive: true });
  if (made !== undefined) await chmod(options.dataDir, 0o755);
  const dataDir = await realpath(options.dataDir);
  const unlock = await lockDataDir(dataDir);
  try {
    return await startLocked(dataDir, options, observe, unlock);
  } catch (cause) {
    await unlock();
    throw cause;
  }
}

async function startLocked(
  dataDir: string,
  options: EmbeddedOptions,
  observe: Observe,
  unlock: () => Promise<void>,
): Promise<EmbeddedServer> {
  const started = performance.now();
  const durable = options.durable ?? true;
  const identity = unprivileged();
  const home = await clusterHome(dataDir, identity !== null && !canReach(dataDir, identity));
  const binaries = await findBinaries(
    options.binDir ?? null,
    identity,
    identity === null ? dataDir : SYSTEM_DIR,
  );
  const unusual = [
    ...(home === dataDir ? [] : [`its data in ${home}, because ${dataDir} is out of that user's reach`]),
    ...(binaries.copiedTo === null ? [] : [`a copy of its programs in ${binaries.copiedTo}`]),
  ];
  const notice = (text: string): void => observe({ kind: "notice", what: "PostgreSQL", text });
  if (unusual.length > 0) notice(`runs as ${identity?.name ?? "this user"} with ${unusual.join(" and ")}`);
  const cluster = join(home, "postgres");
  const leftover = await stopLeftover(cluster, binaries);
  if (leftover !== null) notice(`stopped process ${leftover}, left by an earlier run`);
  await refuseLostCluster(dataDir, cluster);
  const password = await passwordIn(dataDir, await exists(join(cluster, "PG_VERSION")));
  await ensureCluster(cluster, binaries, identity, password, durable);
  await recordCluster(dataDir);

  const logFile = join(home, "postgres.log");
  const maxLogBytes = options.maxLogBytes ?? MAX_LOG_BYTES;
  const settings = connectionSettings(options.connections ?? 0);
  const shared = { cluster, binaries, identity, durable, logFile, maxLogBytes, settings };
  const { postmaster, port } = await startOnPort(shared, options, observe);
  const keeper = keepRunning(postmaster, { ...shared, port }, observe);
  const connection = { host: "127.0.0.1", port, user: SUPERUSER, password, database: DATABASE };
  try {
    await ensureDatabase({ ...connection, database: "postgres" });
  } catch (cause) {
    await keeper.stop();
    throw cause;
  }
  observe({
    kind: "started",
    what: "PostgreSQL",
    where: `127.0.0.1:${port}`,
    milliseconds: Math.round(performance.now() - started),
  });
  return {
    ...described(connection, home),
    pid: keeper.pid,
    async stop() {
      await keeper.stop();
      await unlock();
    },
  };
}

/** The embedded server that another process runs in this data directory, or null. Its `stop` does nothing. */
export async function connectToEmbedded(dataDir: string): Promise<EmbeddedServer | null> {
  if (!(await exists(dataDir))) return null;
  const path = await realpath(dataDir);
  const owner = await ownerOf(path);
  if (owner === null || owner === process.pid) return null;
  for (const home of [path, systemHome(path)]) {
    const running = await readyPostmaster(join(home, "postgres"));
    if (running === null) continue;
    const connection = {
      host: "127.0.0.1",
      port: running.port,
      user: SUPERUSER,
      password: await passwordIn(path, true),
      database: DATABASE,
    };
    return { ...described(connection, home), pid: () => running.pid, stop: async () => {} };
  }
  return null;
}

function described(
  connection: EmbeddedServer["connection"],
  home: string,
): Pick<EmbeddedServer, "connection" | "url" | "port" | "where" | "dataDir"> {
  const { host, port, user, password, database } = connection;
  return {
    connection,
    url: `postgresql://${user}:${password}@${host}:${port}/${database}`,
    port,
    where: `postgresql://${user}@${host}:${port}/${database}`,
    dataDir: home,
  };
}

/** The cluster's directory; below {@link SYSTEM_DIR} if the data directory is out of reach. */
export async function clusterHome(dataDir: string, outOfReach: boolean): Promise<string> {
  if (!outOfReach) return dataDir;
  const home = systemHome(dataDir);
  await mkdir(home, { recursive: true });
  // Reachable whatever the umask; the cluster itself is private to its owner.
  await chmod(SYSTEM_DIR, 0o755);
  await chmod(home, 0o755);
  return home;
}

async function startOnPort(
  shared: Omit<PostmasterOptions, "port">,
  options: EmbeddedOptions,
  observe: Observe,
): Promise<{ postmaster: Postmaster; port: number }> {
  const requested = options.port;
  for (let attempt = 1; ; attempt++) {
    let port = requested === "auto" ? await freePort() : requested;
    if (requested !== "auto" && (attempt > 1 || !(await isFree(requested)))) {
      if (options.portFixed === true) {
        throw new Error(
          `port ${requested} is taken; set WAKELOG_DB_PORT to another one for the embedded PostgreSQL`,
        );
      }
      port = await freePort();
      observe({
        kind: "notice",
        what: "PostgreSQL",
        text: `port ${requested} is taken, so it listens on ${port}; WAKELOG_DB_PORT sets another one`,
      });
    }
    try {
      return { postmaster: await startPostmaster({ ...shared, port }), port };
    } catch (cause) {
      if (!(cause instanceof PortTakenError) || attempt >= PORT_ATTEMPTS) throw cause;
    }
  }
}

async function ensureDatabase(settings: ConnectionSettings): Promise<void> {
  const db = connectPostgres({ ...settings, max: 1 });
  try {
    const { rows } = await db.transaction((tx) =>
      tx.run(sql`select 1 from pg_database where datname = ${DATABASE}`),
    );
    if (rows.length === 0) await db.pipeline([{ statement: sql`create database ${ident(DATABASE)}` }]);
  } finally {
    await db.close();
  }
}

async function exists(path: string): Promise<boolean> {
  return await realpath(path).then(
    () => true,
    () => false,
  );
}
