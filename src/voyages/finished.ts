/** Saying that something is finished: once, however often it is finished again. */
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";

/** Says that a log is finished: `log_finished`, whose payload is its id. */
export async function announceLog(tx: Tx, vesselId: string, id: number): Promise<void> {
  await tx.run(sql`
    select app.enqueue('log_finished', ${String(id)}, ${vesselId})
    where not exists (
      select from app.events
      where ref_id = ${vesselId} and channel = 'log_finished' and payload = ${String(id)})`);
}

/** Says of each of the vessel's stays that has ended that it is finished: `stay_finished`, whose payload is its id. */
export async function announceStays(tx: Tx, vesselId: string): Promise<void> {
  await tx.run(sql`
    select app.enqueue('stay_finished', s.id::text, s.vessel_id)
    from api.stays s
    where s.vessel_id = ${vesselId} and s.departed is not null and not exists (
      select from app.events e
      where e.ref_id = s.vessel_id and e.channel = 'stay_finished' and e.payload = s.id::text)
    order by s.departed, s.id`);
}
