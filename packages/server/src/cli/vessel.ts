/** Finds the vessel that an operator names. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";

const vesselRow = z.object({ vessel_id: z.string(), name: z.string() });
export type Vessel = z.infer<typeof vesselRow>;

/** @throws Error if no vessel has this id, name or MMSI, or several do */
export async function findVessel(tx: Tx, name: string): Promise<Vessel> {
  const rows = await tx.query(sql`
    select vessel_id, name from app.vessels
    where vessel_id = ${name} or lower(trim(name)) = lower(trim(${name})) or mmsi::text = ${name}
    order by vessel_id = ${name} desc, vessel_id`);
  const found = rows.map((row) => vesselRow.parse(row));
  const [first] = found;
  if (first === undefined) throw new Error(`there is no vessel here with the id, name or MMSI ${name}`);
  if (first.vessel_id !== name && found.length > 1) {
    const ids = found.map(({ vessel_id }) => vessel_id).join(", ");
    throw new Error(`several vessels have the name or MMSI ${name}; give the id of the one you mean: ${ids}`);
  }
  return first;
}
