/** A process that serves requests beside others: the API and the dashboard, on shared ports. */

import { PoolTimeoutError } from "@wakelog/data-api/db/database.ts";
import type { Gate } from "@wakelog/data-api/db/turnstile.ts";
import { TIME_LIMITS } from "@wakelog/data-api/http/time-limits.ts";
import { createInstruments } from "@wakelog/kit/instruments.ts";
import { all, type Observe } from "@wakelog/kit/observe.ts";
import { z } from "zod";
import { siblingsBy } from "../../boat/live/siblings.ts";
import { connectionsOfOne } from "../../database/chosen-server.ts";
import { MOST_PASSWORDS, PASSWORD_COST, sharePasswordTurns } from "../../people/accounts/passwords.ts";
import { isPersonalChannel } from "../../people/notifications/wishes.ts";
import type { Config } from "../../settings/config.ts";
import { openApi } from "../api.ts";
import { openDashboard } from "../dashboard.ts";
import { joinDatabase } from "../installation.ts";
import { startedParts } from "../started-parts.ts";
import type { Answering } from "./in-process.ts";
import type { Line } from "./line.ts";
import { tellMeasurements } from "./measurements.ts";
import { countTogether, gateTogether, writesTogether } from "./together.ts";

const beginning = z.object({
  database: z.object({
    url: z.string(),
    pooled: z.object({ url: z.string(), listenUrl: z.string().optional() }),
    secret: z.string(),
    where: z.string(),
    data: z.string(),
    folder: z.string().nullable(),
    processes: z.number(),
  }),
  apiPort: z.number(),
  webPort: z.number(),
  webUrl: z.string(),
  /** Configured message channels. */
  channels: z.array(z.string()),
});

/** What the first process sends at the start. */
export type BeginAnswering = z.infer<typeof beginning>;

/** Longer than hashing all the passwords that may wait. */
const PASSWORD_MS = 60_000;

/** @param line to the first process */
export async function startAnswering(config: Config, observeWith: Observe, line: Line): Promise<Answering> {
  const { database, channels, ...ports } = beginning.parse(await line.ask("begin"));
  const instruments = createInstruments();
  const observe = all(observeWith, tellMeasurements(line, instruments));
  const started = startedParts(observe);
  const places = gateTogether(line);
  sharePasswordTurns(() => passwordTurn(places));
  const installation = joinDatabase(config, database, observe, places);
  started.part("the connections", () => installation.close(), null);
  instruments.attach({
    pools: {
      requests: installation.requests.usage,
      service: installation.owner.usage,
      ...(installation.replica === null ? {} : { replica: installation.replica.usage }),
    },
  });
  const here = { ...config, ...ports };
  try {
    const count = countTogether(line);
    const api = await openApi(
      { ...here, passwordCost: PASSWORD_COST },
      installation,
      {
        post: {
          channels: new Set(channels.filter(isPersonalChannel)),
          deliverOne: async (channel, id) => void (await line.ask("deliver", { channel, id })),
        },
        limits: TIME_LIMITS,
        observe,
        poolSize: connectionsOfOne(config.poolSize, database.processes),
        count,
        places,
        siblings: siblingsBy(
          (asked) => line.ask("missed", asked),
          (answer) => line.on("told", answer),
        ),
        writes: writesTogether(line),
      },
      started,
    );
    // Last, because it serves the API at its own address: from then on requests are answered.
    const dashboard = await openDashboard(here, TIME_LIMITS, observe, started, count);
    dashboard.connect(api);
    line.on("unready", () => api.unready());
    return {
      finish: async () => void (await Promise.all([dashboard.finish(), api.finish()])),
      stop: () => started.stop(),
    };
  } catch (error) {
    await started.stop();
    throw error;
  }
}

async function passwordTurn(places: Gate): Promise<(() => void) | null> {
  try {
    return await places.enter("passwords", MOST_PASSWORDS.atOnce, PASSWORD_MS, MOST_PASSWORDS.waiting);
  } catch (cause) {
    if (cause instanceof PoolTimeoutError) return null;
    throw cause;
  }
}
