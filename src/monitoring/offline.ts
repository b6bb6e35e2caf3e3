/** Detects that a boat has gone silent. Its return is detected when its plugin posts again. */
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import { enqueue } from "../jobs/queue.ts";

/** The plugin makes contact at least once an hour; ten more minutes avoid false alarms on a slow link. */
export const SILENCE_MINUTES = 70;

/** Declares vessels offline after too long a silence, and records it in the event log. @returns their number */
export async function declareOffline(tx: Tx): Promise<number> {
  const silent = await tx.query(sql`
    update api.metadata set active = false
    where active and time < now() - make_interval(mins => ${SILENCE_MINUTES}::int)
    returning vessel_id, id`);
  for (const row of silent) {
    await enqueue(tx, {
      channel: "monitoring_offline",
      payload: String(row.id),
      refId: String(row.vessel_id),
    });
  }
  return silent.length;
}
