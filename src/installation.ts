/** This installation's database, its login roles, and the secret that signs its tokens. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { HeldAnswers } from "./callers/held-answers.ts";
import type { Config } from "./config.ts";
import { AUTHENTICATOR, authenticatorPassword } from "./db/authenticator.ts";
import type { AsService, TransactionOptions, Tx } from "./db/database.ts";
import { connectPostgres, type Postgres } from "./db/postgres.ts";
import { type Gate, Turnstile } from "./db/turnstile.ts";
import { generatedSecret } from "./generated-secret.ts";
import { connectionsOf, WORKER_SETTINGS } from "./jobs/worker.ts";
import { migrate } from "./migrations/migrate.ts";
import type { Observe } from "./observe.ts";
import { connectToEmbedded, type EmbeddedOptions, startEmbedded } from "./postgres-server/embedded.ts";
import { NO_LISTEN } from "./settings/service-kinds.ts";
import { within } from "./time/within.ts";

/** The folder of `package.json`, whether this runs from `src` or from `dist/src`. */
export const PACKAGE_ROOT: string = nearestPackage(dirname(fileURLToPath(import.meta.url)));

/** This release. */
export const VERSION: string = packageVersion();

/** The role of jobs and of the service's own work. */
const SERVICE_ROLE = "wakelog_worker";

/** An open database, migrated. */
export interface Installation {
  /** The schema owner's pool; used only through {@link service} and migrations. */
  readonly owner: Postgres;
  /** The pool of the worker. */
  readonly jobs: Postgres;
  /** The pool of requests, whose login role has no rights of its own. */
  readonly requests: Postgres;
  /** The same at a replica; null if there is none. */
  readonly replica: Postgres | null;
  /** The answers that this process has in memory, which its requests wait for. */
  readonly answers: HeldAnswers;
  /** A transaction as the service's role. */
  readonly service: AsService;
  /**
   * The same for work that may take long, and is not tried again if others are in its way: half of these connections are
   * left to the rest, such as signing in.
   */
  readonly lengthy: <T>(
    work: (tx: Tx) => Promise<T>,
    how?: Pick<TransactionOptions, "isolation">,
  ) => Promise<T>;
  /** How the schema's owner connects. */
  readonly url: string;
  /** How pools connect. */
  readonly pooled: PooledAddress;
  /** Signs tokens; other keys are derived from it. */
  readonly secret: string;
  /** The database's address as shown to people, without passwords. */
  readonly where: string;
  /** The location of the data as shown to people. */
  readonly data: string;
  close(): Promise<void>;
}

/**
 * Opens and migrates the database: `DATABASE_URL`, or an embedded server in the data directory.
 * @param how `shared`: use the embedded server that another process runs, if one does
 */
export async function openDatabase(
  config: Config,
  observe: Observe,
  how: { readonly shared?: boolean } = {},
): Promise<Installation> {
  const secret = config.jwtSecret ?? generatedSecret(config.dataDir);
  const server = await openServer(config, observe, how.shared === true);
  const installation = connectTo(server, { ...config, secret }, observe, {
    requests: config.poolSize,
    owner: OWNER_CONNECTIONS,
  });
  try {
    const password = authenticatorPassword(secret);
    await migrate(installation.owner, { authenticatorPassword: password, observe });
  } catch (error) {
    await installation.close();
    throw error;
  }
  return installation;
}

/** A database that the first process has opened, as the processes beside it use it. */
export interface OpenedDatabase extends Pick<Installation, "url" | "pooled" | "secret" | "where" | "data"> {
  /** How many processes share the connections for requests. */
  readonly processes: number;
}

/**
 * Connects one of several processes to the database that the first one has opened.
 * @param turns where the processes wait for each other
 */
export function joinDatabase(
  config: Config,
  { processes, secret, ...server }: OpenedDatabase,
  observe: Observe,
  turns: Gate,
): Installation {
  const most = {
    requests: connectionsOfOne(config.poolSize, processes),
    owner: OWNER_CONNECTIONS / 2,
    turns,
  };
  return connectTo({ ...server, stop: async () => {} }, { ...config, secret }, observe, most);
}

/** Fewer could not be shared out: strangers have a quarter of them, and each account and vessel at most a half. */
const LEAST_CONNECTIONS = 4;

/** How many of the connections for requests one of several processes has. */
export function connectionsOfOne(poolSize: number, processes: number): number {
  return processes === 1 ? poolSize : Math.max(LEAST_CONNECTIONS, Math.ceil(poolSize / processes));
}

/** Two that listen: for what happens on boats, and for changes of the schema. */
const LISTENING = 2;
/** For backups, commands that run beside the service, and people who look for themselves. */
const OTHERS = 20;

/** The connections that the service makes at most: while processes are replaced there are twice as many. */
function connectionsNeeded({ poolSize, jobLanes, processes }: Config): number {
  const first = connectionsOf(jobLanes) + OWNER_CONNECTIONS + LISTENING;
  const each = connectionsOfOne(poolSize, processes) + OWNER_CONNECTIONS / 2 + LISTENING;
  return first + OTHERS + (processes === 1 ? poolSize : 2 * processes * each);
}

/** Makes the pools; they connect when they are used. */
function connectTo(
  server: Server,
  {
    secret,
    jobLanes,
    databaseReplicaUrl,
  }: Pick<Config, "jobLanes" | "databaseReplicaUrl"> & {
    readonly secret: string;
  },
  observe: Observe,
  most: { readonly requests: number; readonly owner: number; readonly turns?: Gate },
): Installation {
  // Read by `app.is_polled`, where something is told.
  const polled: Readonly<Record<string, string>> =
    server.pooled.polls === true ? { "wakelog.polled": "on" } : {};
  const background = { feelsPulse: true, idleMs: BACKGROUND_IDLE_MS, observe };
  const owner = connectPostgres({
    url: server.url,
    settings: polled,
    applicationName: "wakelog service",
    max: most.owner,
    ...background,
  });
  const answers = new HeldAnswers();
  const forRequests = {
    ...server.pooled,
    user: AUTHENTICATOR,
    password: authenticatorPassword(secret),
    applicationName: "wakelog requests",
    max: most.requests,
    settings: { ...REQUEST_SETTINGS, ...polled },
    answerMs: ANSWER_MS,
    shares: answers.gate(new Turnstile()),
  };
  const requests = connectPostgres({
    ...forRequests,
    feelsPulse: true,
    ...(most.turns === undefined ? {} : { turns: most.turns }),
    observe,
  });
  const replica =
    databaseReplicaUrl === null
      ? null
      : connectPostgres({ ...forRequests, url: databaseReplicaUrl, acquireMs: REPLICA_ACQUIRE_MS, tries: 1 });
  const jobs = connectPostgres({
    ...server.pooled,
    applicationName: "wakelog jobs",
    max: connectionsOf(jobLanes),
    settings: { ...WORKER_SETTINGS, ...polled },
    ...background,
  });
  const share = { key: "lengthy", most: most.owner / 2 };
  return {
    owner,
    jobs,
    requests,
    replica,
    answers,
    service: (work) => owner.transaction(work, { role: SERVICE_ROLE }),
    lengthy: (work, how) => owner.transaction(work, { ...how, role: SERVICE_ROLE, share, once: true }),
    url: server.url,
    pooled: server.pooled,
    secret,
    where: server.where,
    data: server.data,
    async close() {
      // A transaction that is still running then ends with the server or with the process.
      await within(POOLS_MS, Promise.all([requests, jobs, owner, replica].map((pool) => pool?.close())));
      await server.stop();
    },
  };
}

/** For scheduled tasks, the outbox and accounts; few, because each connection is a process on a small machine. */
const OWNER_CONNECTIONS = 4;

/** How long connections of background work are kept idle: each is a process, and nobody waits for a new one. */
const BACKGROUND_IDLE_MS = 15_000;

/** How long connections may take to close, in milliseconds. */
const POOLS_MS = 1_000;

/** Intervals in ISO 8601 (`PT25M`), which clients parse. After half a minute the client of a request has given up. */
const REQUEST_SETTINGS = { IntervalStyle: "iso_8601", statement_timeout: "30s" } as const;
/** When to give up on an unresponsive database, in milliseconds: well after its own limit for a statement. */
const ANSWER_MS = 40_000;

/** How long a read waits for a connection to the replica before it goes to the primary, in milliseconds. */
const REPLICA_ACQUIRE_MS = 1_000;

/** How pools connect: to the server, or to a pooler before it, which cannot be listened to. */
export interface PooledAddress {
  readonly url: string;
  /** The server itself, if `url` is a pooler's. */
  readonly listenUrl?: string | undefined;
  /** Whether it has neither LISTEN nor NOTIFY, so that everything has to be looked for; false if absent. */
  readonly polls?: boolean | undefined;
}

/** A server that runs. */
export interface Server {
  /** The schema owner's URL of the server itself. */
  readonly url: string;
  readonly pooled: PooledAddress;
  /** The URL as shown to people, without the password. */
  readonly where: string;
  /** The location of the data as shown to people. */
  readonly data: string;
  stop(): Promise<void>;
}

/** Opens it as it is, whatever its schema. @param shared whether one that another process runs will do */
export async function openServer(config: Config, observe: Observe, shared: boolean): Promise<Server> {
  if (config.databaseUrl !== null) {
    const { databaseUrl: url, databaseListenUrl } = config;
    const polls = databaseListenUrl === NO_LISTEN;
    const listenUrl = polls ? null : databaseListenUrl;
    return {
      url: listenUrl ?? url,
      pooled: listenUrl === null ? { url, polls } : { url, listenUrl },
      where: withoutPassword(url),
      data: "in that database",
      stop: async () => {},
    };
  }
  const running = shared ? await connectToEmbedded(config.dataDir) : null;
  const embedded = running ?? (await startEmbedded(embeddedOptions(config, observe)));
  const isElsewhere = embedded.dataDir !== config.dataDir;
  return {
    url: embedded.url,
    pooled: { url: embedded.url },
    where: embedded.where,
    data: isElsewhere ? `${config.dataDir}, its database in ${embedded.dataDir}` : config.dataDir,
    stop: () => embedded.stop(),
  };
}

function embeddedOptions(config: Config, observe: Observe): EmbeddedOptions {
  return {
    dataDir: config.dataDir,
    port: config.dbPort === 0 ? "auto" : config.dbPort,
    portFixed: config.given.has("WAKELOG_DB_PORT"),
    connections: connectionsNeeded(config),
    ...(config.postgresBin === null ? {} : { binDir: config.postgresBin }),
    observe,
  };
}

function withoutPassword(url: string): string {
  const shown = new URL(url);
  shown.password = "";
  shown.search = "";
  return shown.href;
}

function nearestPackage(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : nearestPackage(dirname(folder));
}

function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8"));
  const version =
    typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : null;
  return String(version);
}
