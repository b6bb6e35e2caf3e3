/** What the worker does for voyages, by event channel. */
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import type { ChannelRules } from "../jobs/channels.ts";
import type { JobHandler } from "../jobs/handlers.ts";
import type { Event } from "../jobs/queue.ts";
import { finishOneLog, finishVessel } from "./finishing/finish.ts";
import type { Span } from "./logbook/commit.ts";
import { rederive, refold } from "./logbook/fold.ts";

/** One log that cannot be finished keeps no other from it. */
export const VOYAGE_CHANNELS: ReadonlyMap<string, ChannelRules> = new Map([
  ["finish_log", { independent: true }],
]);

/**
 * Handlers of `finish_vessel` (what is marked in `app.unfinished`), `finish_log` (payload: the id of a log), `refold`
 * (the time of the first metric row that changed, and after a slash of the last one, ISO 8601) and `rederive` (the span
 * that people said something about, in the same form); `refId` is the vessel's.
 */
export function voyageJobs(): ReadonlyMap<string, JobHandler> {
  return new Map<string, JobHandler>([
    [
      "finish_vessel",
      async (event, tx) => {
        if (await takeVessel(tx, event)) await finishVessel(tx, event.refId, event.id);
      },
    ],
    [
      "finish_log",
      async (event, tx) => {
        if (await takeVessel(tx, event)) await finishOneLog(tx, event.refId, Number(event.payload));
      },
    ],
    ["refold", overSpan(refold)],
    ["rederive", overSpan(rederive)],
  ]);
}

function overSpan(work: (tx: Tx, span: Span) => Promise<void>): JobHandler {
  return async (event, tx) => {
    const [from = "", to = ""] = event.payload.split("/");
    if (!(await takeVessel(tx, event))) return;
    await work(tx, {
      from: timeOr(from, Number.NEGATIVE_INFINITY),
      to: timeOr(to, Number.POSITIVE_INFINITY),
    });
  };
}

/** Makes the transaction work for the event's vessel, alone; false if the vessel is gone. */
async function takeVessel(tx: Tx, event: Event): Promise<boolean> {
  const { rows } = await tx.run(sql`
    select set_config('wakelog.vessel_id', vessel_id, true) from app.vessels where vessel_id = ${event.refId}`);
  if (rows.length === 0) return false;
  await tx.run(sql`select app.lock_vessel()`);
  return true;
}

function timeOr(text: string, fallback: number): number {
  const time = Date.parse(text);
  return Number.isNaN(time) ? fallback : time;
}
