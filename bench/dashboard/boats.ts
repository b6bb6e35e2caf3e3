/** Users with boats: a cruising season, a year with a row every minute, and two thousand logs. */
import { setTimeout as sleep } from "node:timers/promises";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";
import { season } from "../../packages/dashboard/test/journeys/season.ts";
import { client, newSailor } from "../../test/support/client.ts";
import { bodies, YEAR } from "../ingest-boats.ts";
import type { RunningService } from "../support/running-service.ts";

const BATCH = 5000;
const MINUTE = 60_000;
const MANY = 2000;

const person = z.object({ email: z.string(), userToken: z.string() });

/** The users and the log to open. Reused in later runs. */
export const boatsJson = z.object({
  cruiser: person,
  /** The cruiser's log over 80 miles whose duration is nearest to a day. */
  dayLog: z.number(),
  recorder: person,
  writer: person,
});
export type Boats = z.infer<typeof boatsJson>;

/** Creates them and waits until every log is finished. @param days of the cruiser's season */
export async function boats(service: RunningService, days: number): Promise<Boats> {
  const api = client(service.apiUrl);
  const post = async (path: string, body: object | string, token: string): Promise<void> => {
    const answer = await api.post(path, body, { token });
    if (answer.status !== 201) throw new Error(`${path} was answered ${answer.status}: ${answer.text}`);
  };
  const [cruiser, recorder, writer] = [await newSailor(api), await newSailor(api), await newSailor(api)];
  const rows = season(Date.now(), days);
  for (let from = 0; from < rows.length; from += BATCH) {
    await post("/metrics?select=time", rows.slice(from, from + BATCH), cruiser.vesselToken);
  }
  for (const body of bodies(0, YEAR, BATCH)) {
    await post("/metrics?select=time", JSON.parse(body), recorder.vesselToken);
  }
  for (let log = 0; log < MANY; log++) {
    const started = Date.now() - (MANY - log) * 300 * MINUTE;
    await post("/logs_view", written(log, started), writer.userToken);
  }
  await everythingFinished(service);
  const wanted = "/logs_view?select=id,duration,distance&distance=gt.80&order=id";
  const long: readonly { id: number; duration: string }[] = (
    await api.get(wanted, { token: cruiser.userToken })
  ).json;
  const nearest = [...long].sort((one, other) => offDay(one.duration) - offDay(other.duration))[0];
  if (nearest === undefined) throw new Error("no log of the cruiser is longer than 80 miles");
  return { cruiser, dayLog: nearest.id, recorder, writer };
}

function written(log: number, started: number): object {
  return {
    name: `Round the islands ${log}`,
    started: new Date(started).toISOString(),
    ended: new Date(started + 200 * MINUTE).toISOString(),
    distance: 12 + (log % 9),
    duration: "PT3H20M",
  };
}

/** Difference of a duration (ISO 8601) from a day, hours. */
function offDay(duration: string): number {
  const [, days = "0", hours = "0", minutes = "0"] =
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?/.exec(duration) ?? [];
  return Math.abs(Number(days) * 24 + Number(hours) + Number(minutes) / 60 - 24);
}

async function everythingFinished({ databaseUrl }: RunningService): Promise<void> {
  const db = connectPostgres({ url: databaseUrl, max: 1 });
  try {
    for (let seconds = 0; seconds < 600; seconds++) {
      const [found] = await db.transaction((tx) =>
        tx.query(sql`select count(*) as left from app.unfinished`),
      );
      if (Number(found?.left) === 0) return;
      await sleep(1000);
    }
    throw new Error("the logs were not finished within ten minutes");
  } finally {
    await db.close();
  }
}
