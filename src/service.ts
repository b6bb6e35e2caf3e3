/**
 * The composition root: configuration → database → engine, worker, servers. The only file that knows all the
 * parts; it contains no decisions of its own.
 */
import { join } from "node:path";
import { attemptLimits } from "./accounts/attempts.ts";
import { mailedCodes } from "./accounts/mailed-codes.ts";
import { CODE_MINUTES, oneTimeCodes } from "./accounts/one-time-codes.ts";
import { accountProcedures } from "./accounts/procedures.ts";
import { accountSchedule } from "./accounts/schedule.ts";
import { tokenIssuer } from "./accounts/tokens.ts";
import { noAliases, translateAliases } from "./aliases/aliases.ts";
import { SERVICE_RELEASE } from "./announced-releases.ts";
import { admitCallers, type Callers } from "./callers/admit-callers.ts";
import { callerLimits } from "./callers/caller-limits.ts";
import type { Config } from "./config.ts";
import { checkDeclarations } from "./declarations.ts";
import { createAuthenticator } from "./engine/caller/caller.ts";
import { createEngine, type Engine } from "./engine/engine.ts";
import type { Handlers, InsertHandler } from "./engine/handlers.ts";
import { exportProcedures } from "./exports/procedures.ts";
import { createAdminServer } from "./http/admin-server.ts";
import { createApiServer } from "./http/api-server.ts";
import { closerOf } from "./http/closing.ts";
import { listen, urlOf } from "./http/listen.ts";
import { TIME_LIMITS, type TimeLimits } from "./http/time-limits.ts";
import { createWebServer } from "./http/web-server.ts";
import { type Installation, openDatabase, PACKAGE_ROOT, VERSION } from "./installation.ts";
import { jobHandlers } from "./jobs/handlers.ts";
import { jobSchedule } from "./jobs/prune.ts";
import { createWorker, type Worker } from "./jobs/worker.ts";
import { SILENCE_MINUTES } from "./monitoring/offline.ts";
import { monitoringSchedule } from "./monitoring/schedule.ts";
import { openChannels } from "./notifications/channels.ts";
import { NOTIFICATION_CHANNELS, notificationJobs } from "./notifications/jobs.ts";
import { type Outbox, outbox } from "./notifications/outbox.ts";
import { notificationSchedule } from "./notifications/schedule.ts";
import { all, type Observe } from "./observe.ts";
import { readBacklog } from "./operations/backlog.ts";
import { createInstruments } from "./operations/instruments.ts";
import { type Started, startedParts } from "./stopping.ts";
import { metricsInsert } from "./voyages/ingest/ingest.ts";
import { metadataInsert } from "./voyages/ingest/metadata.ts";
import { perVessel } from "./voyages/ingest/operator-rows.ts";
import { VOYAGE_CHANNELS, voyageJobs } from "./voyages/jobs.ts";
import { voyageProcedures } from "./voyages/procedures.ts";
import { voyageSchedule } from "./voyages/schedule.ts";

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

/** Where boats post. */
const INGEST_PATHS: ReadonlySet<string> = new Set(["/metrics", "/metadata"]);
const WEB_FOLDER = join(PACKAGE_ROOT, "dist", "web");

/** How long parts may take to stop, milliseconds. With the requests in hand it makes less than ten seconds. */
const STOP_MS = { work: 3_000, engine: 500 } as const;

/**
 * Starts the parts that the configuration names; what was started is stopped again if something fails on the way.
 * @param limits how long clients may take, if not {@link TIME_LIMITS}
 */
export async function startService(
  config: Config,
  observeWith: Observe,
  limits: TimeLimits = TIME_LIMITS,
): Promise<Service> {
  const instruments = createInstruments();
  const observe = all(observeWith, instruments.observe);
  const started = startedParts(observe);
  try {
    const installation = config.parts === "web" ? null : await openDatabase(config, observe);
    if (installation !== null) {
      started.part("the database", () => installation.close(), null);
      instruments.attach({
        pools: {
          requests: installation.requests.usage,
          jobs: installation.jobs.usage,
          service: installation.owner.usage,
        },
        queues: () => installation.service(readBacklog),
      });
    }
    let apiPort = config.apiPort;
    // The dashboard before the API: messages and exports link to the port that it really has.
    const webPort = config.parts === "api" ? null : await startWeb(config, limits, () => apiPort, started);
    const webUrl = config.webUrl === "" ? urlOf(config.host, webPort ?? config.webPort) : config.webUrl;
    const api =
      installation === null
        ? null
        : await startApi({ ...config, webUrl }, installation, observe, limits, started);
    apiPort = api?.port ?? apiPort;
    const admin = createAdminServer({
      limits,
      ready: async () => api === null || (await api.ready()),
      metrics: instruments,
    });
    started.server(closerOf(admin));
    const adminPort = await listen(admin, {
      what: "operations",
      host: config.adminHost,
      port: config.adminPort,
      setting: "WAKELOG_ADMIN_PORT",
    });
    return {
      apiUrl: config.apiUrl === "" ? urlOf(config.host, apiPort) : config.apiUrl,
      webUrl: webPort === null ? webUrl : urlOf(config.host, webPort),
      adminUrl: urlOf(config.adminHost, adminPort),
      database: installation?.where ?? ELSEWHERE,
      data: installation?.data ?? ELSEWHERE,
      drain: async () => api?.worker.drain(),
      stop: () => started.stop(),
    };
  } catch (error) {
    await started.stop();
    throw error;
  }
}

/** What a process says of a part that it does not run. */
const ELSEWHERE = "with the API, in another process";

/** The API and its worker. */
interface RunningApi {
  readonly port: number;
  readonly worker: Worker;
  /** Whether requests can be served now. */
  ready(): Promise<boolean>;
}

/** The worker, and the outbox that it fills and empties. */
interface RunningWorker {
  readonly post: Outbox;
  readonly worker: Worker;
}

async function startApi(
  config: Config,
  installation: Installation,
  observe: Observe,
  limits: TimeLimits,
  started: Started,
): Promise<RunningApi> {
  const callers = {
    authenticate: createAuthenticator({ secret: installation.secret, anonymousRole: "anonymous" }),
    limits: callerLimits({ bodyBytes: config.bodyLimit, poolSize: config.poolSize }),
  };
  const engine = await openEngine(config, installation, observe, callers);
  started.part("the engine", () => engine.close(), STOP_MS.engine);
  const { post, worker } = openWorker(config, installation, observe);
  // Together: a task of the worker may be waiting for a message to leave.
  started.part("the worker", () => Promise.all([post.close(), worker.stop()]), STOP_MS.work);
  await worker.start();
  const api = await createApiServer(engine, {
    admit: admitCallers(callers, config.rateLimits === "on"),
    trustProxy: config.trustProxy,
    limits,
    serverName: `restserver/${SERVICE_RELEASE} wakelog/${VERSION}`,
    observe,
    ingest: INGEST_PATHS,
    retryAfterSeconds: 2,
    translate: config.aliases === "on" ? translateAliases : noAliases,
  });
  started.server(closerOf(api));
  const port = await listen(api, {
    what: "the API",
    host: config.host,
    port: config.apiPort,
    setting: "WAKELOG_API_PORT",
  });
  const ready = async (): Promise<boolean> => engine.ready() && (await installation.requests.ping());
  return { port, worker, ready };
}

/** The dashboard's server. @returns its port */
async function startWeb(
  config: Config,
  limits: TimeLimits,
  apiPort: () => number,
  started: Started,
): Promise<number> {
  const web = await createWebServer({ folder: WEB_FOLDER, apiUrl: config.apiUrl, apiPort, limits });
  started.server(closerOf(web));
  return listen(web, {
    what: "the dashboard",
    host: config.host,
    port: config.webPort,
    setting: "WAKELOG_WEB_PORT",
  });
}

async function openEngine(
  config: Config,
  installation: Installation,
  observe: Observe,
  callers: Callers,
): Promise<Engine> {
  const handlers = handlersOf(config, installation);
  await installation.service((tx) => checkDeclarations(tx, handlers));
  return createEngine({
    database: installation.requests,
    authenticate: callers.authenticate,
    handlers,
    config: {
      schemas: ["api"],
      anonymousRole: "anonymous",
      anonymousSchema: "public_pages",
      extraSearchPath: ["app", "public"],
      preRequest: "app.check_request",
      maxRows: config.maxRows === 0 ? null : config.maxRows,
      rowLimit: config.rowLimit,
      answerRows: 200_000,
      embedRepeats: 3,
      rawMediaTypes: ["text/xml", "application/gpx+xml", "application/vnd.google-earth.kml+xml"],
      mediaFamily: "vnd.backend",
      ownMediaTypesInBodies: true,
      refusalsInWords: true,
      limits: callers.limits,
      patterns: "bounded",
      errorTexts: { value: 200, text: 1000 },
      openApi: {
        mode: "follow-privileges",
        version: `${SERVICE_RELEASE} (wakelog ${VERSION})`,
        ...(config.apiUrl === "" ? { asCalled: true } : { proxyUri: config.apiUrl }),
        securityActive: true,
        writes: "granted",
        offered: "app.is_offered",
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
    limits: attemptLimits(config.rateLimits === "on"),
    passwordMinLength: config.passwordMinLength,
    messengerOpen: config.messengerOpen === "true",
    webUrl: config.webUrl,
    pushUrl: config.pushUrl,
  });
  const voyages = voyageProcedures();
  return {
    procedures: new Map([...exportProcedures({ webUrl: config.webUrl }), ...voyages]),
    detached: accounts,
    inserts: new Map<string, InsertHandler>([
      ["metadata", metadataInsert()],
      ["metrics", perVessel(metricsInsert({ sogLimitKnots: config.sogLimit }))],
    ]),
    // They take the vessel's fold for themselves.
    holds: (name, { claims: { vid } }) =>
      typeof vid === "string" && (name === "metrics" || voyages.has(name)) ? vid : null,
  };
}

function openWorker(config: Config, installation: Installation, observe: Observe): RunningWorker {
  const { service } = installation;
  const post = outbox({ service, channels: openChannels(config), codeMinutes: CODE_MINUTES, observe });
  const handlers = jobHandlers(
    voyageJobs(observe),
    notificationJobs({
      webUrl: config.webUrl,
      codeMinutes: CODE_MINUTES,
      silenceMinutes: SILENCE_MINUTES,
      mailedCode: mailedCodes({
        codes: oneTimeCodes(installation.secret),
        limits: attemptLimits(config.rateLimits === "on"),
      }),
      nudge: post.nudge,
      observe,
    }),
  );
  const schedule = [
    ...monitoringSchedule(service),
    ...notificationSchedule({ service, post, codeMinutes: CODE_MINUTES }),
    ...accountSchedule(service),
    ...voyageSchedule(service),
    ...jobSchedule(service),
  ];
  const worker = createWorker({
    database: installation.jobs,
    handlers,
    rules: new Map([...VOYAGE_CHANNELS, ...NOTIFICATION_CHANNELS]),
    lanes: config.jobLanes,
    schedule,
    observe,
  });
  return { post, worker };
}
