/** What runs once, however many processes answer requests: the worker with its schedule, the outbox, the bot, MQTT. */
import { join } from "node:path";
import { type ApiConfig, accountDependencies } from "./account-dependencies.ts";
import { attemptLimits } from "./accounts/attempts.ts";
import { chatLinking } from "./accounts/linking.ts";
import { mailedCodes } from "./accounts/mailed-codes.ts";
import { CODE_MINUTES, oneTimeCodes } from "./accounts/one-time-codes.ts";
import { accountSchedule } from "./accounts/schedule.ts";
import { backupSchedule } from "./backups/schedule.ts";
import { openCoast } from "./geo/map/coast.ts";
import type { Installation } from "./installation.ts";
import { jobHandlers } from "./jobs/handlers.ts";
import { jobSchedule } from "./jobs/prune.ts";
import { createWorker } from "./jobs/worker.ts";
import { monitoringJobs } from "./monitoring/jobs.ts";
import { SILENCE_MINUTES } from "./monitoring/offline.ts";
import { monitoringSchedule } from "./monitoring/schedule.ts";
import { createWatch } from "./monitoring/watch.ts";
import { startBot } from "./notifications/bot/bot.ts";
import { openChannels } from "./notifications/channels/channels.ts";
import { NOTIFICATION_CHANNELS, notificationJobs } from "./notifications/jobs.ts";
import { NO_PUBLISHING, startPublishing } from "./notifications/mqtt/publishing.ts";
import { type Outbox, outbox } from "./notifications/outbox/outbox.ts";
import { notificationSchedule } from "./notifications/schedule.ts";
import type { Observe } from "./observe.ts";
import type { Started } from "./stopping.ts";
import { PACKAGE_ROOT, VERSION } from "./version.ts";
import { VOYAGE_CHANNELS, voyageJobs } from "./voyages/jobs.ts";
import { placeNaming } from "./voyages/places/naming.ts";
import { voyageSchedule } from "./voyages/schedule.ts";

/** How long parts may take to stop, in milliseconds. */
const STOP_MS = { work: 3_000, bot: 500, programs: 500 } as const;

/** The work behind the answers. */
export interface Work {
  /** Sends the messages that the API asks for. */
  readonly post: Outbox;
  /** Starts it. @param stopsWith is given each part, to be stopped with the rest */
  start(stopsWith: Started["part"]): Promise<void>;
  /** Processes every due job and message, for tests. */
  drain(): Promise<void>;
}

/** Prepares the work. */
export function openWork(config: ApiConfig, installation: Installation, observe: Observe): Work {
  const { service } = installation;
  const post = outbox({
    service,
    channels: openChannels(config, installation.secret, openCoast(join(PACKAGE_ROOT, "dist"), observe)),
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
      // Together, because a task of the worker may be waiting for a message to be sent.
      stopsWith("the worker", () => Promise.all([post.close(), naming.close(), worker.stop()]), STOP_MS.work);
      await worker.start();
      startChatBot(config, installation, observe, stopsWith);
    },
  };
}

/** The bot, if there is one and it is to listen. */
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
