/**
 * The composition root, from the outside in: the database (`installation.ts`), the dashboard (`dashboard.ts`), the API
 * (`api.ts`), background work (`background.ts`), operations (`operations/server.ts`). All in one process;
 * `processes/main-process.ts` is the same with several.
 */

import { urlOf } from "@wakelog/data-api/http/listen.ts";
import { type CountRequest, RequestCounts } from "@wakelog/data-api/http/request/counts.ts";
import { TIME_LIMITS, type TimeLimits } from "@wakelog/data-api/http/time-limits.ts";
import { createInstruments } from "@wakelog/kit/instruments.ts";
import { all, type Observe } from "@wakelog/kit/observe.ts";
import { PASSWORD_COST, type PasswordCost } from "../people/accounts/passwords.ts";
import { publishKeys } from "../people/notifications/installation.ts";
import type { Config } from "../settings/config.ts";
import { type Api, openApi } from "./api.ts";
import { openWork, type Work } from "./background.ts";
import { lastBackupTime } from "./backups/last-backup.ts";
import { openDashboard } from "./dashboard.ts";
import { openDatabase } from "./installation.ts";
import { readBacklog } from "./operations/backlog.ts";
import { awaitPorts } from "./operations/ports.ts";
import { openOperations } from "./operations/server.ts";
import { startedParts } from "./started-parts.ts";

/** The running service. */
export interface Service {
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly adminUrl: string;
  /** The database's address, for display. */
  readonly database: string;
  /** The location of the data, for display. */
  readonly data: string;
  /** Processes every due job and message, for tests. */
  drain(): Promise<void>;
  /** Replaces the processes that serve requests, one by one. Does nothing if this is the only one. */
  replace(): Promise<void>;
  /** Stops in order: sockets, worker, pools, database. */
  stop(): Promise<void>;
}

/**
 * Starts the configured parts. If one fails, stops the others.
 * @param limits time limits for clients, {@link TIME_LIMITS} by default
 * @param passwordCost the cost of hashing a password
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
    // First, so that a taken port is reported without waiting for a database.
    await awaitPorts(config, observe);
    const installation = config.parts === "web" ? null : await openDatabase(config, observe);
    if (installation !== null) {
      started.part("the database", () => installation.close(), null);
      instruments.attach({
        pools: {
          requests: installation.requests.usage,
          jobs: installation.jobs.usage,
          service: installation.owner.usage,
          ...(installation.replica === null ? {} : { replica: installation.replica.usage }),
        },
        queues: () => installation.service(readBacklog),
        lastBackup: () => lastBackupTime(config.dataDir),
      });
    }
    instruments.attach({ pools: {}, processes: () => 1 });
    const counts = new RequestCounts();
    const count: CountRequest = (caller) => counts.count(caller, performance.now());
    const dashboard = await openDashboard(config, limits, observe, started, count);
    let api: Api | null = null;
    let work: Work | null = null;
    if (installation !== null) {
      const linked = { ...config, webUrl: dashboard.url, passwordCost };
      await installation.service((tx) => publishKeys(tx, installation.secret));
      work = openWork(linked, installation, observe);
      const deps = { post: work.post, limits, observe, poolSize: config.poolSize, count };
      api = await openApi(linked, installation, deps, started);
      dashboard.connect(api);
      await work.start(started.part);
    }
    const answering = api;
    const working = work;
    const adminUrl = await openOperations(
      config,
      {
        limits,
        unready: async () => (answering === null ? null : answering.unready()),
        metrics: instruments,
      },
      started,
    );
    return {
      apiUrl: config.apiUrl === "" ? urlOf(config.host, answering?.port ?? config.apiPort) : config.apiUrl,
      webUrl: dashboard.port === null ? dashboard.url : urlOf(config.host, dashboard.port),
      adminUrl,
      database: installation?.where ?? ELSEWHERE,
      data: installation?.data ?? ELSEWHERE,
      drain: async () => working?.drain(),
      async replace() {
        observe({
          kind: "notice",
          what: "one process",
          text: "no other process can take over",
        });
      },
      stop: () => started.stop(),
    };
  } catch (error) {
    await started.stop();
    throw error;
  }
}

/** The location of a part in another process. */
const ELSEWHERE = "with the API, in another process";
