/** Measures the storage of each vessel (see `packages/server/sql/code/40_vessels/05_stored_bytes.sql`). */

import type { AsService } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";

/** Vessels per run; gigabytes take some seconds. */
const AT_ONCE = 20;

const vesselRow = z.object({ vessel_id: z.string() });

/** Measures vessels that have grown, are nearly full, or have deleted rows. */
export async function measureVessels(service: AsService): Promise<void> {
  const due = await service((tx) =>
    tx.query(sql`select app.vessels_to_measure(${AT_ONCE}::integer) as vessel_id`),
  );
  for (const row of due) {
    const { vessel_id: vessel } = vesselRow.parse(row);
    await service((tx) => tx.run(sql`select app.measure_bytes(${vessel}::text)`));
  }
}
