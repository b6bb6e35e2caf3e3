/** This installation's database, its login roles, and the secret that signs tokens. */

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
import { refuseUnusable } from "../database/postgres-server/data-dir.ts";
import type { Config } from "../settings/config.ts";
import { generatedSecret } from "./generated-secret.ts";
import { HeldAnswers } from "./limits/held-answers.ts";

/** The role of jobs and of the service's own work. */
const SERVICE_ROLE = "wakelog_worker";

/** An open, migrated database. */
export interface Installation {
  /** The schema owner's pool; used only through {@link service} and migrations. */
  readonly owner: Postgres;
  /** The worker's pool. */
  readonly jobs: Postgres;
  /** The request pool, whose login role has no rights itself. */
  readonly requests: Postgres;
  /** The request pool of the replica; null if there is none. */
  readonly replica: Postgres | null;
  /** Responses held in this process's memory; requests wait for them. */
  readonly answers: HeldAnswers;
  /** Runs a transaction as the service's role. */
  readonly service: AsService;
  /**
   * The same for slow work, without retries on conflict. It may take half of these connections; the rest stay free for
   * work such as sign-in.
   */
  readonly lengthy: <T>(
    work: (tx: Tx) => Promise<T>,
    how?: Pick<TransactionOptions, "isolation">,
  ) => Promise<T>;
  /** The schema owner's URL. */
  readonly url: string;
  /** How pools connect. */
  readonly pooled: PooledAddress;
  /** Signs tokens; other keys are derived from it. */
  readonly secret: string;
  /** The database's address for display, without passwords. */
  readonly where: string;
  /** The location of the data, for display. */
  readonly data: string;
  /** The folder of the database's files; null if they may be on another machine. */
  readonly folder: string | null;
  close(): Promise<void>;
}

/**
 * Opens and migrates the database: `DATABASE_URL`, or an embedded server in the data directory.
 * @param how `shared`: use the embedded server of another process, if one runs
 */
export async function openDatabase(
  config: Config,
  observe: Observe,
  how: { readonly shared?: boolean } = {},
): Promise<Installation> {
  if (config.databaseUrl === null || config.jwtSecret === null) await refuseUnusable(config.dataDir);
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

/** A database that the first process has opened, for the other processes. */
export interface OpenedDatabase
  extends Pick<Installation, "url" | "pooled" | "secret" | "where" | "data" | "folder"> {
  /** Number of processes that share the request connections. */
  readonly processes: number;
}

/**
 * Connects one of several processes to the database that the first has opened.
 * @param turns queues shared by the processes
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

/** Creates the pools; they connect on first use. */
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
    listen: owner.listen,
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
    listen: owner.listen,
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
      // A transaction that still runs then ends with the server or the process.
      await within(POOLS_MS, Promise.all([requests, jobs, owner, replica].map((pool) => pool?.close())));
      await server.stop();
    },
  };
}

/** How long idle background connections are kept. Each is a server process, and reconnecting delays no user. */
const BACKGROUND_IDLE_MS = 3_000;

/** Time for connections to close, milliseconds. */
const POOLS_MS = 1_000;

/** Intervals in ISO 8601 (`PT25M`), which clients parse. After half a minute the client has given up. */
const REQUEST_SETTINGS = { IntervalStyle: "iso_8601", statement_timeout: "30s" } as const;
/** When to give up on an unresponsive database, milliseconds: well after its own statement timeout. */
const ANSWER_MS = 40_000;

/** How long a read waits for a replica connection before it uses the primary, milliseconds. */
const REPLICA_ACQUIRE_MS = 1_000;
