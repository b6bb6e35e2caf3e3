/**
 * The composition root: configuration → database → engine, worker, servers. The only file that knows all the
 * parts; it contains no decisions of its own.
 */
import { join } from "node:path";
import { attemptCounter, pruneAttempts } from "./accounts/attempts.ts";
import { CODE_MINUTES, oneTimeCodes, pruneCodes } from "./accounts/one-time-codes.ts";
import { accountProcedures } from "./accounts/procedures.ts";
import { tokenIssuer } from "./accounts/tokens.ts";
import type { Config } from "./config.ts";
import { raw } from "./db/sql.ts";
import { checkDeclarations } from "./declarations.ts";
import { createAuthenticator } from "./engine/authenticate.ts";
import { createEngine, type Engine } from "./engine/engine.ts";
import type { Handlers } from "./engine/handlers.ts";
import { exportProcedures } from "./exports/procedures.ts";
import { createAdminServer } from "./http/admin-server.ts";
import { noAliases, translateAliases } from "./http/aliases.ts";
import { createApiServer } from "./http/api-server.ts";
import { listen } from "./http/listen.ts";
import { createWebServer } from "./http/web-server.ts";
import { type Installation, openDatabase, PACKAGE_ROOT, VERSION } from "./installation.ts";
import { createWorker, type JobHandler, type Worker } from "./jobs/worker.ts";
import { declareOffline } from "./monitoring/offline.ts";
import type { Channel } from "./notifications/channel.ts";
import { emailChannel } from "./notifications/email.ts";
import { notificationJobs } from "./notifications/jobs.ts";
import { messengerChannel } from "./notifications/messenger.ts";
import { type Outbox, outbox, pruneOutbox } from "./notifications/outbox.ts";
import { pushChannel } from "./notifications/push.ts";
import { all, counters, type Observe } from "./observe.ts";
import { metricsInsert } from "./voyages/ingest.ts";
import { voyageJobs } from "./voyages/jobs.ts";
import { metadataInsert } from "./voyages/metadata.ts";
import { voyageProcedures } from "./voyages/procedures.ts";

/** The running service. */
export interface Service {
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly adminUrl: string;
  /** Where the database is, for people. */
  readonly database: string;
  /** Where the data is, for people. */
  readonly data: string;
  /** Works off every due job and message; tests wait for it. */
  drain(): Promise<void>;
  /** Stops in order: sockets, worker, pools, database. */
  stop(): Promise<void>;
}

/** One address may ask this often; a dashboard, a boat and a chart plotter behind one router stay far below. */
const REQUESTS_PER_MINUTE = 6000;
/** Where compiled pages are. */
const WEB_FOLDER = join(PACKAGE_ROOT, "dist", "web");

/** Stops what was started, last first. */
type Closers = (() => Promise<unknown>)[];

/** Starts the parts that the configuration names; what was started is stopped again when something fails on the way. */
export async function startService(config: Config, observeWith: Observe): Promise<Service> {
  const counted = counters();
  const observe = all(observeWith, counted.observe);
  const closers: Closers = [];
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const api = config.parts === "web" ? null : await startApi(config, observe, closers);
    const webPort =
      config.parts === "api" ? null : await startWeb(config, api?.port ?? config.apiPort, closers);
    const admin = createAdminServer({
      ready: async () => api === null || (await api.ready()),
      metrics: counted.text,
    });
    closers.push(() => admin.close());
    const adminPort = await listen(admin, {
      what: "operations",
      host: config.host,
      port: config.adminPort,
      setting: "WAKELOG_ADMIN_PORT",
    });
    return {
      apiUrl: config.apiUrl === "" ? urlOf(config.host, api?.port ?? config.apiPort) : config.apiUrl,
      webUrl: webPort === null ? config.webUrl : urlOf(config.host, webPort),
      adminUrl: urlOf(config.host, adminPort),
      database: api?.installation.where ?? ELSEWHERE,
      data: api?.installation.data ?? ELSEWHERE,
      drain: async () => api?.worker.drain(),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What a process says of a part that it does not run. */
const ELSEWHERE = "with the API, in another process";

/** The API and its worker. */
interface RunningApi {
  readonly port: number;
  readonly installation: Installation;
  readonly worker: Worker;
  /** Whether requests can be served now. */
  ready(): Promise<boolean>;
}

async function startApi(config: Config, observe: Observe, closers: Closers): Promise<RunningApi> {
  const installation = await openDatabase(config, observe);
  closers.push(() => installation.close());
  const engine = await openEngine(config, installation, observe);
  closers.push(() => engine.close());
  const post = outbox({
    service: installation.service,
    channels: channelsOf(config),
    codeMinutes: CODE_MINUTES,
    observe,
  });
  const worker = openWorker(config, installation, post, observe);
  closers.push(() => worker.stop());
  // Before the worker, one of whose tasks may be waiting for a message to leave.
  closers.push(() => post.close());
  await worker.start();
  const api = await createApiServer(engine, {
    bodyLimit: config.bodyLimit,
    requestsPerMinute: config.rateLimits === "on" ? REQUESTS_PER_MINUTE : null,
    trustProxy: config.trustProxy === "on",
    serverName: `restserver/${RESTSERVER_VERSION} wakelog/${VERSION}`,
    observe,
    translate: config.aliases === "on" ? translateAliases : noAliases,
  });
  closers.push(() => api.close());
  const port = await listen(api, {
    what: "the API",
    host: config.host,
    port: config.apiPort,
    setting: "WAKELOG_API_PORT",
  });
  const ready = async (): Promise<boolean> => engine.ready() && (await installation.requests.ping());
  return { port, installation, worker, ready };
}

/** The dashboard's server. @returns its port */
async function startWeb(config: Config, apiPort: number, closers: Closers): Promise<number> {
  const web = await createWebServer({ folder: WEB_FOLDER, apiUrl: config.apiUrl, apiPort });
  closers.push(() => web.close());
  return listen(web, {
    what: "the dashboard",
    host: config.host,
    port: config.webPort,
    setting: "WAKELOG_WEB_PORT",
  });
}

/** The PostgREST release whose behaviour the engine keeps to. */
const RESTSERVER_VERSION = "11.2.1";

async function openEngine(config: Config, installation: Installation, observe: Observe): Promise<Engine> {
  const handlers = handlersOf(config, installation);
  await installation.service((tx) => checkDeclarations(tx, handlers));
  return createEngine({
    database: installation.requests,
    authenticate: createAuthenticator({ secret: installation.secret, anonymousRole: "anonymous" }),
    handlers,
    config: {
      schemas: ["api"],
      anonymousRole: "anonymous",
      extraSearchPath: ["app", "public"],
      preRequest: "app.check_request",
      maxRows: config.maxRows === 0 ? null : config.maxRows,
      rowLimit: config.rowLimit,
      rawMediaTypes: ["text/xml", "application/gpx+xml", "application/vnd.google-earth.kml+xml"],
      mediaFamily: "vnd.backend",
      openApi: {
        mode: "follow-privileges",
        version: `${RESTSERVER_VERSION} (wakelog ${VERSION})`,
        securityActive: true,
        writes: "granted",
      },
    },
    observe,
  });
}

function handlersOf(config: Config, installation: Installation): Handlers {
  const accounts = accountProcedures({
    service: installation.service,
    tokens: tokenIssuer(installation.secret, config.sessionHours),
    codes: oneTimeCodes(installation.secret),
    countAttempt: attemptCounter(config.rateLimits === "on"),
    passwordMinLength: config.passwordMinLength,
    messengerOpen: config.messengerOpen === "true",
    webUrl: config.webUrl,
    pushUrl: config.pushUrl,
  });
  return {
    procedures: new Map([...accounts, ...exportProcedures({ webUrl: config.webUrl }), ...voyageProcedures()]),
    inserts: new Map([
      ["metadata", metadataInsert()],
      ["metrics", metricsInsert({ sogLimitKnots: config.sogLimit })],
    ]),
  };
}

/** The ways to reach people that are set up. */
function channelsOf(config: Config): ReadonlyMap<string, Channel> {
  const { smtpUrl, pushToken, messengerToken } = config;
  const channels = new Map<string, Channel>();
  if (smtpUrl !== null) channels.set("email", emailChannel(smtpUrl, config.mailFrom));
  if (pushToken !== null) channels.set("push", pushChannel(config.pushApiUrl, pushToken));
  if (messengerToken !== null) {
    channels.set("messenger", messengerChannel(config.messengerApiUrl, messengerToken));
  }
  return channels;
}

function openWorker(config: Config, installation: Installation, post: Outbox, observe: Observe): Worker {
  const { service } = installation;
  const tell = {
    webUrl: config.webUrl,
    issueCode: oneTimeCodes(installation.secret).issue,
    nudge: post.nudge,
  };
  const handlers = inOrder(voyageJobs(), notificationJobs(tell));
  return createWorker({
    database: installation.owner,
    handlers,
    schedule: [
      {
        name: "declare silent vessels offline",
        everySeconds: 300,
        run: async () => void (await service(declareOffline)),
      },
      {
        name: "send what waits in the outbox",
        everySeconds: 15,
        run: async () => void (await post.deliver()),
      },
      {
        name: "throw away old codes, counters and messages",
        everySeconds: 900,
        run: () =>
          service(async (tx) => {
            await pruneCodes(tx);
            await pruneAttempts(tx);
            await pruneOutbox(tx, CODE_MINUTES);
          }),
      },
      {
        name: "refresh the materialised logs",
        everySeconds: 300,
        run: () => service(async (tx) => void (await tx.run(raw("select app.refresh_logs_mat()")))),
      },
    ],
    observe,
  });
}

/** Where two domains listen to one channel, the first one's work is done before the second is told. */
function inOrder(...tables: readonly ReadonlyMap<string, JobHandler>[]): ReadonlyMap<string, JobHandler> {
  const merged = new Map<string, JobHandler>();
  for (const table of tables) {
    for (const [channel, handler] of table) {
      const before = merged.get(channel);
      merged.set(
        channel,
        before === undefined
          ? handler
          : async (event, tx) => {
              const afterFirst = await before(event, tx);
              const afterSecond = await handler(event, tx);
              return async () => {
                await afterFirst?.();
                await afterSecond?.();
              };
            },
      );
    }
  }
  return merged;
}

function urlOf(host: string, port: number): string {
  const name = host === "127.0.0.1" || host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
