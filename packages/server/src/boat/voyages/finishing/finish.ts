/** Finishes everything marked as new or changed on a vessel, a limited number of logs per transaction. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { raw, sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";
import { enqueue } from "../../../database/jobs/queue.ts";
import { finishLogs } from "./log.ts";
import { nameLogs } from "./log-names.ts";
import { finishStays } from "./stay.ts";

/** Logs per transaction; it blocks the vessel's posts. */
const LOGS_AT_ONCE = 20;

const markRow = z.object({ resource: z.enum(["logbook", "stays", "moorages"]), id: z.number() });

/**
 * Finishes everything marked in `app.unfinished`, under the vessel's lock.
 * @param eventId the triggering event; deleted so that the next one can be stored
 */
export async function finishVessel(tx: Tx, vesselId: string, eventId: number): Promise<void> {
  await tx.run(sql`delete from app.events where id = ${eventId}::int`);
  const marks = (
    await tx.query(
      // The newest logs first: all of them may be marked after an upgrade.
      sql`select resource, id from app.unfinished where vessel_id = ${vesselId} order by resource, id desc`,
    )
  ).map((row) => markRow.parse(row));
  const logs = marks.flatMap(({ resource, id }) => (resource === "logbook" ? [id] : []));
  const now = logs.slice(0, LOGS_AT_ONCE);
  if (logs.length < marks.length) await finishStays(tx, vesselId);
  await finishApart(tx, vesselId, now);
  await tx.run(sql`
    delete from app.unfinished where vessel_id = ${vesselId} and (resource <> 'logbook'
      or id = any (${now}::int[]))`);
  if (logs.length > now.length) await tx.run(sql`select app.call_finishing(${vesselId})`);
}

/** Finishes one log. */
export async function finishOneLog(tx: Tx, vesselId: string, id: number): Promise<void> {
  await nameLogs(tx, vesselId, [id]);
  await finishLogs(tx, vesselId, [id]);
}

/** Retries logs one by one after a failure, so that a bad log does not block the others. */
async function finishApart(tx: Tx, vesselId: string, logs: readonly number[]): Promise<void> {
  await tx.run(raw("savepoint finishing"));
  try {
    await nameLogs(tx, vesselId, logs);
    await finishLogs(tx, vesselId, logs);
    await tx.run(raw("release savepoint finishing"));
  } catch (cause) {
    if (logs.length === 0) throw cause;
    await tx.run(raw("rollback to savepoint finishing"));
    for (const id of logs) {
      await enqueue(tx, { channel: "finish_log", payload: String(id), refId: vesselId });
    }
  }
}
