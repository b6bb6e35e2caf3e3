/**
 * The data API as a stand-alone server for any database, with PostgREST's settings. It listens at once and answers 503
 * until the schema is loaded; settings and schema can be reloaded.
 */
import { chmod, rm } from "node:fs/promises";
import type { Server } from "node:http";
import { createInstruments, type Instruments } from "@wakelog/kit/instruments.ts";
import { type Observe, all as observeAll } from "@wakelog/kit/observe.ts";
import { within } from "@wakelog/kit/time/within.ts";
import { VERSION } from "@wakelog/kit/version.ts";
import { connectPostgres } from "../db/postgres.ts";
import type { Gate } from "../db/turnstile.ts";
import type { Release } from "../engine/release/facts.ts";
import { createAdminServer } from "../http/admin-server.ts";
import { admitAlike } from "../http/admission.ts";
import { type ApiServerOptions, createApiServer } from "../http/api-server.ts";
import { type CloseServer, closerOf, finishConnections } from "../http/closing.ts";
import { listen, listening } from "../http/listen.ts";
import { TIME_LIMITS } from "../http/time-limits.ts";
import { engineInForce, type InForce, type ReadDataApi } from "./engine-in-force.ts";
import { type ListeningAt, poolOptions, releaseIn } from "./engine-of.ts";
import { dataApiLog } from "./log.ts";
import type { DataApiSettings, ReadSettings } from "./settings.ts";

export interface DataApi {
  /** Its address: a URL, or the path of a socket. */
  readonly where: string;
  readonly adminUrl: string | null;
  /** The protocol release of the first settings; the database may choose another. */
  readonly protocolRelease: string;
  /** Whether it can serve requests. */
  ready(): Promise<boolean>;
  reloadSchema(): Promise<void>;
  /** Reloads all settings, except those of sockets and the pool. */
  reloadSettings(): Promise<void>;
  /** Accepts no more connections; resolves when the open ones have ended. */
  finish(): Promise<void>;
  stop(): Promise<void>;
}

/** Largest body in bytes: half the maximum length of a JavaScript string. */
const BODY_LIMIT = 268_435_456;
/** At shutdown: time for running requests, then for database connections, in milliseconds. */
const STOP_MS = { requests: 5_000, pool: 2_000 } as const;

/** Options for one of several processes that share the address. */
export interface Beside {
  /** Number of processes that share the database connections. */
  readonly processes: number;
  /** The port, if the settings leave it open. */
  readonly port: number;
  /** Counts callers' shares of the pool. */
  readonly shares: Gate;
  /** Reports observations to the first process. */
  readonly observe: (instruments: Instruments) => Observe;
}

/**
 * Starts the server.
 * @param beside null for a single process, which also runs the admin server
 * @throws ConfigError if settings are invalid, PortTakenError
 */
export async function startDataApi(
  read: ReadDataApi,
  write: (line: string) => void,
  beside: Beside | null = null,
): Promise<DataApi> {
  const first = read();
  const instruments = createInstruments();
  const inForce: InForce = { settings: first.settings, release: releaseIn(first.settings) };
  const observe = observeAll(
    dataApiLog(write, () => inForce.settings.logLevel),
    beside?.observe(instruments) ?? instruments.observe,
  );
  const warned = new Set<string>();
  const warn = ({ warnings }: ReadSettings): void => {
    for (const text of warnings) {
      if (!warned.has(text)) observe({ kind: "notice", what: "configuration", text });
      warned.add(text);
    }
  };
  warn(first);
  // Settings of sockets and the pool keep their first values.
  const { settings } = first;
  const pool = connectPostgres({
    ...poolOptions(settings, observe),
    ...(beside === null ? {} : { max: poolOfOne(settings, beside.processes), shares: beside.shares }),
  });
  instruments.attach({ pools: { requests: pool.usage }, processes: () => (beside === null ? 1 : 0) });
  const stopping = new AbortController();
  const { engine, settle, reload } = engineInForce({
    read,
    inForce,
    pool,
    at: () => at,
    warn,
    observe,
    stopping: stopping.signal,
  });
  const ready = async (): Promise<boolean> => engine.ready() && (await pool.ping());
  const servers: CloseServer[] = [];
  let finish = async (): Promise<void> => {};
  const stop = async (): Promise<void> => {
    stopping.abort();
    await Promise.all(servers.map((close) => close(STOP_MS.requests)));
    await engine.close();
    await within(STOP_MS.pool, pool.close());
  };

  let at: ListeningAt = {
    host: hostOf(settings.serverHost),
    port: beside?.port ?? settings.serverPort,
  };
  try {
    // The other processes answer until this one is ready. If it is not ready at once, it retries and answers 503.
    const isSet = beside !== null && (await settle());
    const api = createApiServer(engine, apiOptions(inForce, observe));
    servers.push(closerOf(api));
    finish = () => finishConnections(api);
    const where = await listenAt(api, settings, beside);
    at = { ...at, port: where.port };
    let adminUrl: string | null = null;
    if (beside === null) {
      const admin = await openAdmin(settings, ready, instruments);
      if (admin !== null) servers.push(admin.close);
      adminUrl = admin?.url ?? null;
    }
    if (!isSet) void reload();
    return {
      where: where.shown,
      adminUrl,
      protocolRelease: settings.protocolRelease,
      ready,
      reloadSchema: () => engine.reload(),
      reloadSettings: reload,
      finish: () => finish(),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Opens the admin server; null if the settings have no port for it. */
export async function openAdmin(
  { adminServerPort, serverHost }: DataApiSettings,
  ready: () => Promise<boolean>,
  metrics: Instruments,
): Promise<{ readonly url: string; readonly close: CloseServer } | null> {
  if (adminServerPort === null) return null;
  const admin = createAdminServer({
    limits: TIME_LIMITS,
    unready: async () => ((await ready()) ? null : "The database does not answer"),
    metrics,
  });
  const close = closerOf(admin);
  const port = await listen(admin, {
    what: "the admin server",
    host: hostOf(serverHost),
    port: adminServerPort,
    setting: "admin-server-port",
    hostSetting: "server-host",
  });
  return { url: `http://localhost:${port}`, close };
}

/** The connections of one of several processes: together they never exceed the setting. */
function poolOfOne({ dbPool }: DataApiSettings, processes: number): number {
  return Math.max(1, Math.floor(dbPool / processes));
}

function apiOptions(inForce: InForce, observe: ApiServerOptions["observe"]): ApiServerOptions {
  const release = (): Release => inForce.release;
  return {
    admit: admitAlike(BODY_LIMIT),
    trustProxy: 0,
    thinLinks: false,
    serverName: () => `postgrest/${release().announced} wakelog/${VERSION}`,
    answers: () => release().answers,
    observe,
    credentials: true,
    allowedOrigins: () => inForce.settings.serverCorsAllowedOrigins,
    translate: (input) => {
      const name = inForce.settings.serverTraceHeader;
      if (name === null) return { input, answer: (output) => output };
      // A missing header is returned empty, so that a proxy can rely on it.
      const trace = input.headers[name.toLowerCase()] ?? "";
      return { input, answer: (output) => ({ ...output, headers: [...output.headers, [name, trace]] }) };
    },
  };
}

/** `!4`, `*4`, `*`: every IPv4 address; `!6`, `*6`: every IPv6 address. */
function hostOf(host: string): string {
  if (host === "*6" || host === "!6") return "::";
  return host === "*" || host === "*4" || host === "!4" ? "0.0.0.0" : host;
}

async function listenAt(
  server: Server,
  settings: DataApiSettings,
  beside: Beside | null,
): Promise<{ readonly shown: string; readonly port: number }> {
  const { serverUnixSocket: path, serverHost } = settings;
  const serverPort = beside?.port ?? settings.serverPort;
  if (path !== null) {
    // Keep a socket that other processes listen on.
    if (beside === null) await removeSocket(settings);
    await listening(server, { path });
    await chmod(path, Number.parseInt(settings.serverUnixSocketMode, 8));
    return { shown: path, port: serverPort };
  }
  const host = hostOf(serverHost);
  const port = await listen(server, {
    what: "the API",
    host,
    port: serverPort,
    setting: "server-port",
    hostSetting: "server-host",
  });
  return { shown: `http://${host.includes(":") ? `[${host}]` : host}:${port}`, port };
}

/** Removes a socket left by an earlier run. */
export async function removeSocket({ serverUnixSocket: path }: DataApiSettings): Promise<void> {
  if (path !== null) await rm(path, { force: true });
}
