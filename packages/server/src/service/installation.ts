/** This installation's database, its login roles, and the secret that signs its tokens. */

import { AUTHENTICATOR, authenticatorPassword } from "@wakelog/data-api/db/authenticator.ts";
import type { AsService, TransactionOptions, Tx } from "@wakelog/data-api/db/database.ts";
import { connectPostgres, type Postgres } from "@wakelog/data-api/db/postgres.ts";
import { type Gate, Turnstile } from "@wakelog/data-api/db/turnstile.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import { within } from "@wakelog/kit/time/within.ts";
import {
  connectionsOfOne,
  OWNER_CONNECTIONS,
  openServer,
  type PooledAddress,
  type Server,
} from "../database/chosen-server.ts";
import { connectionsOf, WORKER_SETTINGS } from "../database/jobs/worker.ts";
import { migrate } from "../database/migrations/migrate.ts";
import type { Config } from "../settings/config.ts";
import { generatedSecret } from "./generated-secret.ts";
import { HeldAnswers } from "./limits/held-answers.ts";

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
  /** The folder of the database's files; null if they are on another machine, as far as we know. */
  readonly folder: string | null;
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
export interface OpenedDatabase
  extends Pick<Installation, "url" | "pooled" | "secret" | "where" | "data" | "folder"> {
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

/** Makes the pools; they connect when they are used. */
function connectTo(
  server: Server,
  {
    secret,
    jobLanes,
    databaseReplicaUrl,
    boatDailyBytes,
    boatMaxBytes,
  }: Pick<Config, "jobLanes" | "databaseReplicaUrl" | "boatDailyBytes" | "boatMaxBytes"> & {
    readonly secret: string;
  },
  observe: Observe,
  most: { readonly requests: number; readonly owner: number; readonly turns?: Gate },
): Installation {
  // Read by `app.count_bytes`.
  const settings: Readonly<Record<string, string>> = {
    "wakelog.boat_daily_bytes": String(boatDailyBytes),
    "wakelog.boat_max_bytes": String(boatMaxBytes),
  };
  const background = { detectsDeadServer: true, idleMs: BACKGROUND_IDLE_MS, observe };
  const owner = connectPostgres({
    url: server.url,
    settings,
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
    settings: { ...REQUEST_SETTINGS, ...settings },
    answerMs: ANSWER_MS,
    shares: answers.gate(new Turnstile()),
  };
  const requests = connectPostgres({
    ...forRequests,
    detectsDeadServer: true,
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
    settings: { ...WORKER_SETTINGS, ...settings },
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
    folder: server.folder,
    async close() {
      // A transaction that is still running then ends with the server or with the process.
      await within(POOLS_MS, Promise.all([requests, jobs, owner, replica].map((pool) => pool?.close())));
      await server.stop();
    },
  };
}

/** How long connections of background work are kept idle: each is a process, and opening a new one delays no user. */
const BACKGROUND_IDLE_MS = 15_000;

/** How long connections may take to close, in milliseconds. */
const POOLS_MS = 1_000;

/** Intervals in ISO 8601 (`PT25M`), which clients parse. After half a minute the client of a request has given up. */
const REQUEST_SETTINGS = { IntervalStyle: "iso_8601", statement_timeout: "30s" } as const;
/** When to give up on an unresponsive database, in milliseconds: well after its own limit for a statement. */
const ANSWER_MS = 40_000;

/** How long a read waits for a connection to the replica before it goes to the primary, in milliseconds. */
const REPLICA_ACQUIRE_MS = 1_000;
