/** Parts that run once, however many processes serve requests: worker, schedule, outbox, bot and MQTT. */
import { join } from "node:path";
import { openCoast } from "@wakelog/kit/geo/map/coast.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import { packageRoot, VERSION } from "@wakelog/kit/version.ts";
import { monitoringJobs } from "../boat/monitoring/jobs.ts";
import { SILENCE_MINUTES } from "../boat/monitoring/offline.ts";
import { monitoringSchedule } from "../boat/monitoring/schedule.ts";
import { createWatch } from "../boat/monitoring/watch.ts";
import { VOYAGE_CHANNELS, voyageJobs } from "../boat/voyages/jobs.ts";
import { placeNaming } from "../boat/voyages/places/naming.ts";
import { voyageSchedule } from "../boat/voyages/schedule.ts";
import { jobHandlers } from "../database/jobs/handlers.ts";
import { jobSchedule } from "../database/jobs/prune.ts";
import { createWorker } from "../database/jobs/worker.ts";
import { attemptLimits } from "../people/accounts/attempts.ts";
import { chatLinking } from "../people/accounts/linking.ts";
import { mailedCodes } from "../people/accounts/mailed-codes.ts";
import { CODE_MINUTES, oneTimeCodes } from "../people/accounts/one-time-codes.ts";
import { accountSchedule } from "../people/accounts/schedule.ts";
import { startBot } from "../people/notifications/bot/bot.ts";
import { openChannels } from "../people/notifications/channels/channels.ts";
import { NOTIFICATION_CHANNELS, notificationJobs } from "../people/notifications/jobs.ts";
import { NO_PUBLISHING, startPublishing } from "../people/notifications/mqtt/publishing.ts";
import { type Outbox, outbox } from "../people/notifications/outbox/outbox.ts";
import { notificationSchedule } from "../people/notifications/schedule.ts";
import { type ApiConfig, accountDependencies } from "./account-dependencies.ts";
import { backupSchedule } from "./backups/schedule.ts";
import type { Installation } from "./installation.ts";
import type { Started } from "./started-parts.ts";

/** Time for parts to stop, milliseconds. */
const STOP_MS = { work: 3_000, bot: 500, programs: 500 } as const;

/** Background work. */
export interface Work {
  /** Sends messages that the API requests. */
  readonly post: Outbox;
  /** Starts the work. @param stopsWith registers each part, to be stopped with the rest */
  start(stopsWith: Started["part"]): Promise<void>;
  /** Processes every due job and message, for tests. */
  drain(): Promise<void>;
}

/** Prepares the work. */
export function openWork(config: ApiConfig, installation: Installation, observe: Observe): Work {
  const { service } = installation;
  const post = outbox({
    service,
    channels: openChannels(
      config,
      installation.secret,
      openCoast(join(packageRoot(import.meta.url), "dist"), observe),
    ),
    codeMinutes: CODE_MINUTES,
    webUrl: config.webUrl,
    observe,
  });
  const publishing =
    config.mqttUrl === null ? NO_PUBLISHING : startPublishing({ service, url: config.mqttUrl, observe });
  const handlers = jobHandlers(
    voyageJobs(observe),
    monitoringJobs(),
    notificationJobs({
      webUrl: config.webUrl,
      codeMinutes: CODE_MINUTES,
      silenceMinutes: SILENCE_MINUTES,
      mailedCode: mailedCodes({
        codes: oneTimeCodes(installation.secret),
        limits: attemptLimits(config.rateLimits === "on"),
      }),
      nudge: post.nudge,
      vesselChanged: publishing.changed,
      observe,
    }),
  );
  const naming = placeNaming({
    service,
    nominatimUrl: config.nominatimUrl,
    overpassUrl: config.overpassUrl,
    userAgent: `Wakelog/${VERSION} (${config.webUrl})`,
    observe,
  });
  const schedule = [
    ...monitoringSchedule(service, createWatch()),
    ...notificationSchedule({ service, post, codeMinutes: CODE_MINUTES }),
    ...publishing.tasks,
    ...naming.tasks,
    ...accountSchedule(service),
    ...voyageSchedule(service),
    ...jobSchedule(service),
    ...backupSchedule({ config, url: installation.url, service, observe }),
  ];
  const worker = createWorker({
    database: installation.jobs,
    handlers,
    rules: new Map([...VOYAGE_CHANNELS, ...NOTIFICATION_CHANNELS]),
    lanes: config.jobLanes,
    schedule,
    observe,
  });
  return {
    post,
    drain: () => worker.drain(),
    async start(stopsWith) {
      stopsWith("telling programs", () => publishing.close(), STOP_MS.programs);
      // Together, because a worker task may be waiting for a message to be sent.
      stopsWith("the worker", () => Promise.all([post.close(), naming.close(), worker.stop()]), STOP_MS.work);
      await worker.start();
      startChatBot(config, installation, observe, stopsWith);
    },
  };
}

/** Starts the bot if it is configured and should listen. */
function startChatBot(
  config: ApiConfig,
  installation: Installation,
  observe: Observe,
  stopsWith: Started["part"],
): void {
  const { messengerToken: token, messengerApiUrl: apiUrl, messengerBot, webUrl } = config;
  if (token === null || messengerBot === "off") return;
  const link = chatLinking(accountDependencies(config, installation));
  const bot = startBot({ service: installation.service, webUrl, link, apiUrl, token, observe });
  stopsWith("the bot", () => bot.stop(), STOP_MS.bot);
}
