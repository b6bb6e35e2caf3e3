/**
 * The composition root: configuration → database → engine, worker, servers. The only file that knows all parts; it
 * connects them and contains no domain logic.
 */
import { join } from "node:path";
import { attemptLimits } from "./accounts/attempts.ts";
import { mailedCodes } from "./accounts/mailed-codes.ts";
import { CODE_MINUTES, oneTimeCodes } from "./accounts/one-time-codes.ts";
import { PASSWORD_COST, type PasswordCost } from "./accounts/passwords.ts";
import { accountSchedule } from "./accounts/schedule.ts";
import { noAliases, translateAliases } from "./aliases/aliases.ts";
import { SERVICE_RELEASE } from "./announced-releases.ts";
import { type ApiConfig, openEngine } from "./api-engine.ts";
import { admitCallers } from "./callers/admit-callers.ts";
import { callerLimits } from "./callers/caller-limits.ts";
import type { Config } from "./config.ts";
import { createAuthenticator } from "./engine/caller/caller.ts";
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
import { VOYAGE_CHANNELS, voyageJobs } from "./voyages/jobs.ts";
import { voyageSchedule } from "./voyages/schedule.ts";

/** The running service. */
export interface Service {
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly adminUrl: string;
  /** The database's address as shown to people. */
  readonly database: string;
  /** The location of the data as shown to people. */
  readonly data: string;
  /** Processes every due job and message, for tests. */
  drain(): Promise<void>;
  /** Stops in order: sockets, worker, pools, database. */
  stop(): Promise<void>;
}

/** Where boats post. */
const INGEST_PATHS: ReadonlySet<string> = new Set(["/metrics", "/metadata"]);
/** The folder of the built dashboard. */
const WEB_FOLDER = join(PACKAGE_ROOT, "dist", "web");

/** How long parts may take to stop, in milliseconds; less than ten seconds together with the running requests. */
const STOP_MS = { work: 3_000, engine: 500 } as const;

/**
 * Starts the parts that the configuration names. If one fails to start, the others are stopped again.
 * @param limits how long clients may take, if not {@link TIME_LIMITS}
 * @param passwordCost what hashing a password costs
 */
export async function startService(
  config: Config,
  observeWith: Observe,
  limits: TimeLimits = TIME_LIMITS,
  passwordCost: PasswordCost = PASSWORD_COST,
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
    // The dashboard starts before the API, because messages and exports link to its actual port.
    const webPort = config.parts === "api" ? null : await startWeb(config, limits, () => apiPort, started);
    const webUrl = config.webUrl === "" ? urlOf(config.host, webPort ?? config.webPort) : config.webUrl;
    const api =
      installation === null
        ? null
        : await startApi({ ...config, webUrl, passwordCost }, installation, observe, limits, started);
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

/** The location of a part that another process runs. */
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
  config: ApiConfig,
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
  // Together, because a task of the worker may be waiting for a message to be sent.
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
