/** What the worker does for voyages, by event channel. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import { parseInstant } from "@wakelog/kit/time/iso-time.ts";
import { ALWAYS, END, type Span, START } from "@wakelog/kit/time/span.ts";
import type { ChannelRules } from "../../database/jobs/channels.ts";
import { BusyError, type JobHandler } from "../../database/jobs/handlers.ts";
import type { Event } from "../../database/jobs/queue.ts";
import { finishOneLog, finishVessel } from "./finishing/finish.ts";
import { closeSilent, rederive, refold, settleFold } from "./logbook/fold.ts";

/** One log that cannot be finished keeps no other from it. */
export const VOYAGE_CHANNELS: ReadonlyMap<string, ChannelRules> = new Map([
  ["finish_log", { independent: true }],
]);

/**
 * Handlers of `finish_vessel` (what is marked in `app.unfinished`), `finish_log` (payload: the id of a log), `fold_late`
 * (rows that were stored late and are not folded yet), `close_log` (no row has come for too long), `refold` (the time of the first metric row that changed, and after
 * a slash of the last one, ISO 8601) and `rederive` (the span of an edit, in the same form); `refId` is the vessel's.
 */
export function voyageJobs(observe: Observe): ReadonlyMap<string, JobHandler> {
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
    [
      "fold_late",
      async (event, tx) => {
        if (await takeVessel(tx, event)) await settleFold(tx, observe);
      },
    ],
    [
      "close_log",
      async (event, tx) => {
        if (await takeVessel(tx, event)) await closeSilent(tx, observe);
      },
    ],
    ["refold", overSpan(refold, observe)],
    ["rederive", overSpan(rederive, observe)],
  ]);
}

function overSpan(
  work: (tx: Tx, span: Span, observe: Observe) => Promise<void>,
  observe: Observe,
): JobHandler {
  return async (event, tx) => {
    if (await takeVessel(tx, event)) await work(tx, spanOf(event, observe), observe);
  };
}

/**
 * The span of an event. One that cannot be read is observed and counts as open: too much work rather than too
 * little.
 */
function spanOf({ channel, id, payload }: Event, observe: Observe): Span {
  const [from = "", to = "", ...more] = payload.split("/");
  const span = { from: timeOr(from, START), to: timeOr(to, END) };
  if (more.length === 0 && !Number.isNaN(span.from) && !Number.isNaN(span.to)) return span;
  observe({
    kind: "fault",
    where: `event ${id}, ${channel}`,
    cause: new Error(
      `its payload is not a span of time, so everything is done again: ${payload.slice(0, 100)}`,
    ),
  });
  return ALWAYS;
}

/**
 * Makes the transaction work for the event's vessel, alone; false if the vessel is gone.
 * @throws BusyError if another process holds its logbook: the lane serves other vessels meanwhile
 */
async function takeVessel(tx: Tx, event: Event): Promise<boolean> {
  const { rows } = await tx.run(sql`
    select set_config('wakelog.vessel_id', vessel_id, true) from app.vessels where vessel_id = ${event.refId}`);
  if (rows.length === 0) return false;
  const [row] = await tx.query(sql`select app.try_lock_vessel() as taken`);
  if (row?.taken !== true) throw new BusyError(`the vessel ${event.refId}`);
  return true;
}

/** The time in a payload, `open` if it is empty; NaN if it is not a time. */
function timeOr(text: string, open: number): number {
  return text === "" ? open : (parseInstant(text) ?? Number.NaN);
}
