/**
 * The service in several processes. The first runs what may exist only once: the database, the worker, operations, and
 * shared limits. The others serve requests. `packages/server/src/service/service.ts` is the service in one process.
 */

import { urlOf } from "@wakelog/data-api/http/listen.ts";
import { TIME_LIMITS } from "@wakelog/data-api/http/time-limits.ts";
import { createInstruments, type Instruments } from "@wakelog/kit/instruments.ts";
import { all, type Observe } from "@wakelog/kit/observe.ts";
import { within } from "@wakelog/kit/time/within.ts";
import { z } from "zod";
import { freePort } from "../../database/postgres-server/free-port.ts";
import { PASSWORD_COST } from "../../people/accounts/passwords.ts";
import { publishKeys } from "../../people/notifications/installation.ts";
import type { Outbox } from "../../people/notifications/outbox/outbox.ts";
import { isPersonalChannel } from "../../people/notifications/wishes.ts";
import type { Config } from "../../settings/config.ts";
import { openWork } from "../background.ts";
import { lastBackupTime } from "../backups/last-backup.ts";
import { type Installation, openDatabase } from "../installation.ts";
import { readBacklog } from "../operations/backlog.ts";
import { awaitPorts } from "../operations/ports.ts";
import { openOperations } from "../operations/server.ts";
import type { Service } from "../service.ts";
import { startedParts } from "../started-parts.ts";
import type { BeginAnswering } from "./api-process.ts";
import { countMeasurements, figuresOf } from "./measurements.ts";
import { type Processes, startProcesses } from "./processes.ts";
import { commonCounts } from "./together.ts";

/** Time for the processes to end, milliseconds: first requests, then connections. */
const STOP_MS = 5_500;

/** Starts the service in `config.processes` processes besides this one. */
export async function startServiceInProcesses(config: Config, observeWith: Observe): Promise<Service> {
  const instruments = createInstruments();
  const observe = all(observeWith, instruments.observe);
  const started = startedParts(observe);
  try {
    await awaitPorts(config, observe);
    const installation = await openDatabase(config, observe);
    started.part("the database", () => installation.close(), null);
    await installation.service((tx) => publishKeys(tx, installation.secret));
    const begin = await beginning(config, installation);
    const linked = { ...config, webUrl: begin.webUrl, passwordCost: PASSWORD_COST };
    const work = openWork(linked, installation, observe);
    const counts = commonCounts();
    const processes = await startProcesses({
      count: config.processes,
      observe,
      serve(line) {
        line.on("begin", () => ({ ...begin, channels: [...work.post.channels] }));
        line.on("deliver", (request) => deliver(work.post, request));
        // A client that resumes a stream may reach another process than before.
        line.on("missed", (request) => processes.ask("told", request));
        countMeasurements(line, instruments.observe);
        return counts.serve(line);
      },
    });
    started.server(() => processes.stop(STOP_MS));
    measure(instruments, installation, processes, config.dataDir);
    // These stop while the last requests are answered, so that everything ends within ten seconds.
    await work.start((_, close, ms) =>
      started.server(async () => void (await within(ms ?? STOP_MS, close()))),
    );
    const adminUrl = await openOperations(
      config,
      {
        limits: TIME_LIMITS,
        async unready() {
          if (!(await installation.owner.ping())) return "The database does not answer";
          const found = await processes.ask("unready");
          const [why] = found.filter((one) => typeof one === "string");
          return found.includes(null) ? null : (why ?? "No process answers requests");
        },
        metrics: instruments,
      },
      started,
    );
    return {
      apiUrl: config.apiUrl === "" ? urlOf(config.host, begin.apiPort) : config.apiUrl,
      webUrl: config.parts === "api" ? begin.webUrl : urlOf(config.host, begin.webPort),
      adminUrl,
      database: installation.where,
      data: installation.data,
      drain: () => work.drain(),
      replace: () => processes.replace(),
      stop: () => started.stop(),
    };
  } catch (error) {
    await started.stop();
    throw error;
  }
}

/** What each process gets at the start. Replacements use the same ports, also where any free one would do. */
async function beginning(
  config: Config,
  installation: Installation,
): Promise<Omit<BeginAnswering, "channels">> {
  const apiPort = config.apiPort || (await freePort());
  const webPort = config.webPort || (await freePort());
  const { url, pooled, secret, where, data, folder } = installation;
  return {
    database: { url, pooled, secret, where, data, folder, processes: config.processes },
    apiPort,
    webPort,
    webUrl: config.webUrl || urlOf(config.host, webPort),
  };
}

function measure(
  instruments: Instruments,
  installation: Installation,
  processes: Processes,
  dataDir: string,
): void {
  instruments.attach({
    pools: { jobs: installation.jobs.usage, service: installation.owner.usage },
    queues: () => installation.service(readBacklog),
    lastBackup: () => lastBackupTime(dataDir),
    processes: () => processes.ready(),
    others: () => figuresOf(processes),
  });
}

const delivery = z.object({ channel: z.string(), id: z.string() });

async function deliver(post: Outbox, request: unknown): Promise<void> {
  const { channel, id } = delivery.parse(request);
  if (isPersonalChannel(channel)) await post.deliverOne(channel, id);
}
