/** What the worker does for voyages, by event channel. */
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import type { Event } from "../jobs/queue.ts";
import type { JobHandler } from "../jobs/worker.ts";
import { finishLog } from "./finish-log.ts";
import { finishStays } from "./finish-stay.ts";
import { rederive, refold } from "./fold.ts";
import type { Span } from "./fold-change.ts";

/**
 * Handlers of `new_stay` and `new_moorage` (payload: stay id), `new_logbook` (log id), `moorages` (a person changed
 * one: its id), `refold` (the time of the first
 * metric row that changed, and after a slash of the last one, ISO 8601) and `rederive` (the span that people said
 * something about, in the same form); `refId` is the vessel's.
 */
export function voyageJobs(): ReadonlyMap<string, JobHandler> {
  const finishing =
    (finish: (tx: Tx, vesselId: string, id: number) => Promise<void>): JobHandler =>
    async (event, tx) => {
      const id = Number(event.payload);
      if (!Number.isInteger(id) || !(await takeVessel(tx, event))) return;
      await finish(tx, event.refId, id);
    };
  return new Map<string, JobHandler>([
    ["new_stay", finishing(finishStays)],
    ["new_moorage", finishing(finishStays)],
    ["new_logbook", finishing(finishLog)],
    ["moorages", finishing(finishStays)],
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

/** Makes the transaction work for the event's vessel, alone; false where the vessel is gone. */
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
