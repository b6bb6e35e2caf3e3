/** This installation's database, its login roles, and the secret that signs its tokens. */
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "./config.ts";
import { AUTHENTICATOR, authenticatorPassword } from "./db/authenticator.ts";
import type { Tx } from "./db/database.ts";
import { connectPostgres, type Postgres } from "./db/postgres.ts";
import { connectionsOf, WORKER_SETTINGS } from "./jobs/worker.ts";
import { migrate } from "./migrations/migrate.ts";
import type { Observe } from "./observe.ts";
import { connectToEmbedded, type EmbeddedOptions, startEmbedded } from "./postgres-server/embedded.ts";
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
  /** A transaction as the service's role. */
  readonly service: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
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
  const server = await serverOf(config, observe, how.shared === true);
  const owner = connectPostgres({
    url: server.url,
    applicationName: "wakelog service",
    max: OWNER_CONNECTIONS,
    observe,
  });
  const password = authenticatorPassword(secret);
  const requests = connectPostgres({
    url: server.url,
    user: AUTHENTICATOR,
    password,
    applicationName: "wakelog requests",
    max: config.poolSize,
    settings: REQUEST_SETTINGS,
    answerMs: ANSWER_MS,
    observe,
  });
  const jobs = connectPostgres({
    url: server.url,
    applicationName: "wakelog jobs",
    max: connectionsOf(config.jobLanes),
    settings: WORKER_SETTINGS,
    observe,
  });
  const close = async (): Promise<void> => {
    // A transaction that is still running then ends with the server or with the process.
    await within(POOLS_MS, Promise.all([requests.close(), jobs.close(), owner.close()]));
    await server.stop();
  };
  try {
    await migrate(owner, { authenticatorPassword: password, observe });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    owner,
    jobs,
    requests,
    service: (work) => owner.transaction(work, { role: SERVICE_ROLE }),
    secret,
    where: server.where,
    data: server.data,
    close,
  };
}

/** For scheduled tasks, the outbox and accounts; few, because each connection is a process on a small machine. */
const OWNER_CONNECTIONS = 4;

/** How long connections may take to close, in milliseconds. */
const POOLS_MS = 1_000;

/** Intervals in ISO 8601 (`PT25M`), which clients parse. After half a minute the client of a request has given up. */
const REQUEST_SETTINGS = { IntervalStyle: "iso_8601", statement_timeout: "30s" } as const;
/** When to give up on an unresponsive database, in milliseconds: well after its own limit for a statement. */
const ANSWER_MS = 40_000;

interface Server {
  /** The schema owner's URL. */
  readonly url: string;
  /** The URL as shown to people, without the password. */
  readonly where: string;
  /** The location of the data as shown to people. */
  readonly data: string;
  stop(): Promise<void>;
}

async function serverOf(config: Config, observe: Observe, shared: boolean): Promise<Server> {
  if (config.databaseUrl !== null) {
    const where = withoutPassword(config.databaseUrl);
    return { url: config.databaseUrl, where, data: "in that database", stop: async () => {} };
  }
  const running = shared ? await connectToEmbedded(config.dataDir) : null;
  const embedded = running ?? (await startEmbedded(embeddedOptions(config, observe)));
  const isElsewhere = embedded.dataDir !== config.dataDir;
  return {
    url: embedded.url,
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
    ...(config.postgresBin === null ? {} : { binDir: config.postgresBin }),
    observe,
  };
}

/** The generated secret of a self-contained installation, made once and readable by its owner only. */
function generatedSecret(dataDir: string): string {
  const file = join(dataDir, "jwt-secret");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, randomBytes(48).toString("base64url"), { mode: 0o600, flag: "wx" });
    chmodSync(file, 0o600);
  }
  return readFileSync(file, "utf8").trim();
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
