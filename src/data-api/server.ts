/**
 * The data API as a server of its own: any database, by PostgREST's settings. It listens at once and answers 503
 * until the schema has been read; settings and schema are read again on request.
 */
import { chmod, rm } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { DATA_API_RELEASE } from "../announced-releases.ts";
import { connectPostgres } from "../db/postgres.ts";
import type { Engine } from "../engine/engine.ts";
import { schemaNotLoaded } from "../engine/errors/connection-errors.ts";
import { errorAnswer } from "../engine/response/error-answer.ts";
import { createAdminServer } from "../http/admin-server.ts";
import { admitAlike } from "../http/admission.ts";
import { type ApiServerOptions, createApiServer } from "../http/api-server.ts";
import { type CloseServer, closerOf } from "../http/closing.ts";
import { listen } from "../http/listen.ts";
import { TIME_LIMITS } from "../http/time-limits.ts";
import { VERSION } from "../installation.ts";
import { all as observeAll } from "../observe.ts";
import { createInstruments } from "../operations/instruments.ts";
import { ConfigError } from "../settings/config-error.ts";
import { backoff } from "../time/backoff.ts";
import { within } from "../time/within.ts";
import { withChannel } from "./channel.ts";
import { readDatabaseSettings } from "./database-settings.ts";
import { engineOf, type ListeningAt, poolOptions } from "./engine-of.ts";
import { dataApiLog } from "./log.ts";
import type { DataApiSettings, ReadSettings } from "./settings.ts";

export interface DataApi {
  /** Where requests go: a URL, or the path of a socket. */
  readonly where: string;
  readonly adminUrl: string | null;
  /** Whether requests can be served. */
  ready(): Promise<boolean>;
  reloadSchema(): Promise<void>;
  /** Reads all settings again, except those of sockets and the pool. */
  reloadSettings(): Promise<void>;
  stop(): Promise<void>;
}

/** Largest body, bytes: one text of JavaScript holds twice as much. */
const BODY_LIMIT = 268_435_456;
/** How long requests in hand, and then the connections to the database, have when it stops. */
const STOP_MS = { requests: 5_000, pool: 2_000 } as const;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

/**
 * Starts it.
 * @param read reads every setting, with those that the database holds once they are known
 * @throws ConfigError if settings are wrong, PortTakenError
 */
export async function startDataApi(
  read: (database?: ReadonlyMap<string, string>) => ReadSettings,
  write: (line: string) => void,
): Promise<DataApi> {
  const first = read();
  const instruments = createInstruments();
  let settings = first.settings;
  const observe = observeAll(
    dataApiLog(write, () => settings.logLevel),
    instruments.observe,
  );
  const warned = new Set<string>();
  const warn = ({ warnings }: ReadSettings): void => {
    for (const text of warnings) {
      if (!warned.has(text)) observe({ kind: "notice", what: "configuration", text });
      warned.add(text);
    }
  };
  warn(first);
  const pool = connectPostgres(poolOptions(settings, observe));
  instruments.attach({ pools: { requests: pool.usage } });
  const database = withChannel(
    pool,
    settings.dbChannelEnabled ? settings.dbChannel : null,
    () => void reloadSettings(),
    observe,
  );
  let engine: Engine | null = null;
  const stopping = new AbortController();
  let last: Promise<unknown> = Promise.resolve();

  const configure = async (at: ListeningAt): Promise<void> => {
    const fresh = settings.dbConfig ? read(await readDatabaseSettings(pool, settings.dbPreConfig)) : read();
    warn(fresh);
    const made = await engineOf(fresh.settings, at, database, observe);
    settings = fresh.settings;
    const former = engine;
    engine = made;
    await former?.close();
  };
  /** Whether an attempt needs no other: it worked, or only somebody who mends the settings can help. */
  const isSettled = async (at: ListeningAt): Promise<boolean> => {
    try {
      await configure(at);
      return true;
    } catch (cause) {
      observe({ kind: "fault", where: "reading the configuration", cause });
      return cause instanceof ConfigError;
    }
  };
  /** A wrong setting leaves the former ones in force; a database that is away is waited for. */
  const persist = async (at: ListeningAt): Promise<void> => {
    if (stopping.signal.aborted || (await isSettled(at))) return;
    for await (const _ of backoff(stopping.signal, FIRST_WAIT_MS, LONGEST_WAIT_MS)) {
      if (await isSettled(at)) return;
    }
  };
  const reloadSettings = (): Promise<void> => {
    const next = last.then(() => persist(at));
    last = next;
    return next;
  };

  const current: Engine = {
    handle: (input) =>
      engine?.handle(input) ?? Promise.resolve(errorAnswer(schemaNotLoaded(), input.method === "HEAD")),
    reload: () => engine?.reload() ?? Promise.resolve(),
    ready: () => engine?.ready() ?? false,
    close: () => engine?.close() ?? Promise.resolve(),
  };
  const ready = async (): Promise<boolean> => current.ready() && (await pool.ping());
  const servers: CloseServer[] = [];
  const stop = async (): Promise<void> => {
    stopping.abort();
    await Promise.all(servers.map((close) => close(STOP_MS.requests)));
    await current.close();
    await within(STOP_MS.pool, pool.close());
  };

  let at: ListeningAt = { host: hostOf(settings.serverHost), port: settings.serverPort };
  try {
    const api = await createApiServer(
      current,
      apiOptions(() => settings, observe),
    );
    servers.push(closerOf(api));
    const where = await listenAt(api, settings);
    at = { ...at, port: where.port };
    let adminUrl: string | null = null;
    if (settings.adminServerPort !== null) {
      const admin = createAdminServer({ limits: TIME_LIMITS, ready, metrics: instruments });
      servers.push(closerOf(admin));
      const port = await listen(admin, {
        what: "the admin server",
        host: at.host,
        port: settings.adminServerPort,
        setting: "admin-server-port",
      });
      adminUrl = `http://localhost:${port}`;
    }
    void reloadSettings();
    return {
      where: where.shown,
      adminUrl,
      ready,
      reloadSchema: () => current.reload(),
      reloadSettings,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function apiOptions(settings: () => DataApiSettings, observe: ApiServerOptions["observe"]): ApiServerOptions {
  return {
    admit: admitAlike(BODY_LIMIT),
    trustProxy: 0,
    thinLinks: false,
    serverName: `postgrest/${DATA_API_RELEASE} wakelog/${VERSION}`,
    observe,
    allowedOrigins: () => settings().serverCorsAllowedOrigins,
    translate: (input) => {
      const name = settings().serverTraceHeader;
      if (name === null) return { input, answer: (output) => output };
      // A request without one gets it back empty: a proxy can count on the header.
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
  server: FastifyInstance,
  settings: DataApiSettings,
): Promise<{ readonly shown: string; readonly port: number }> {
  const { serverUnixSocket: path, serverPort, serverHost } = settings;
  if (path !== null) {
    await rm(path, { force: true });
    await server.listen({ path });
    await chmod(path, Number.parseInt(settings.serverUnixSocketMode, 8));
    return { shown: path, port: serverPort };
  }
  const host = hostOf(serverHost);
  const port = await listen(server, { what: "the API", host, port: serverPort, setting: "server-port" });
  return { shown: `http://${host.includes(":") ? `[${host}]` : host}:${port}`, port };
}
