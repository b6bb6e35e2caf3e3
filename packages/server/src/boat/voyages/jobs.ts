/** Voyage jobs, by event channel. */
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

/** A log that cannot be finished does not block the others. */
export const VOYAGE_CHANNELS: ReadonlyMap<string, ChannelRules> = new Map([
  ["finish_log", { independent: true }],
]);

/**
 * Handlers of `finish_vessel` (everything marked in `app.unfinished`), `finish_log` (payload: a log's id), `fold_late`
 * (late rows stored but not folded), `close_log` (no row for too long), `refold` (payload: times of the first and last
 * changed row, ISO 8601, separated by a slash) and `rederive` (an edit's span in the same form); `refId` is the vessel.
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

/** An event's span. An unreadable one is reported and counts as open: too much work rather than too little. */
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
 * Locks the event's vessel and makes it the transaction's; false if the vessel is gone.
 * @throws BusyError if another process holds its logbook; the lane then serves other vessels
 */
async function takeVessel(tx: Tx, event: Event): Promise<boolean> {
  const { rows } = await tx.run(sql`
    select set_config('wakelog.vessel_id', vessel_id, true) from app.vessels where vessel_id = ${event.refId}`);
  if (rows.length === 0) return false;
  const [row] = await tx.query(sql`select app.try_lock_vessel() as taken`);
  if (row?.taken !== true) throw new BusyError(`the vessel ${event.refId}`);
  return true;
}

/** The time in a payload; `open` if empty, NaN if invalid. */
function timeOr(text: string, open: number): number {
  return text === "" ? open : (parseInstant(text) ?? Number.NaN);
}
