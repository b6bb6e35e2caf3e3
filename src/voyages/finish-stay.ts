/** Finishing stays: moorage, name, type, length. Idempotent; what people wrote stays as it is. */
import { z } from "zod";
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import { namePosition } from "../geo/places.ts";
import { finishLog } from "./finish-log.ts";
import { announceStays } from "./finished.ts";
import { linkMoorages } from "./moorages.ts";

const namelessRow = z.object({ id: z.number(), latitude: z.number(), longitude: z.number() });

/**
 * Finishes the vessel's stays, since one of them is new or other than before: a moorage is made where the boat left
 * a place that had none, and logs whose ends got another name are finished again.
 */
export async function finishStays(tx: Tx, vesselId: string): Promise<void> {
  const renamed = await linkMoorages(tx, vesselId);
  await tx.run(sql`
    update api.stays s set
      name = case when 'name' = any(w.columns) then s.name else coalesce(m.name, s.name) end,
      stay_code = case when s.stay_code = 1 and not coalesce('stay_code' = any(w.columns), false)
        then coalesce(m.stay_code, 1) else s.stay_code end,
      duration = s.departed - s.arrived
    from api.stays o
    left join api.moorages m on m.vessel_id = o.vessel_id and m.id = o.moorage_id
    left join app.written_by_people w on w.vessel_id = o.vessel_id and w.resource = 'stays' and w.id = o.id
    where o.vessel_id = ${vesselId} and s.vessel_id = o.vessel_id and s.id = o.id
      and (m.name is distinct from s.name or s.duration is distinct from s.departed - s.arrived
        or (s.stay_code = 1 and m.stay_code <> 1))`);
  await nameByPlace(tx, vesselId);
  for (const id of renamed) await finishLog(tx, vesselId, id);
  await announceStays(tx, vesselId);
}

/** Stays at no moorage bear the name of the place they are at. */
async function nameByPlace(tx: Tx, vesselId: string): Promise<void> {
  const nameless = await tx.query(sql`
    select s.id, s.latitude, s.longitude from api.stays s
    left join app.written_by_people w on w.vessel_id = s.vessel_id and w.resource = 'stays' and w.id = s.id
    where s.vessel_id = ${vesselId} and s.moorage_id is null and s.latitude is not null and s.longitude is not null
      and not coalesce('name' = any(w.columns), false)`);
  for (const row of nameless) {
    const { id, latitude, longitude } = namelessRow.parse(row);
    const { name } = namePosition(latitude, longitude);
    await tx.run(sql`
      update api.stays set name = ${name} where vessel_id = ${vesselId} and id = ${id}::int and name is distinct from ${name}`);
  }
}
