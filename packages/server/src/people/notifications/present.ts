/** A boat's current state: newest readings, contact and newest log. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";

const presentRow = z.object({
  boat: z.string(),
  is_online: z.boolean(),
  contact: z.string().nullable(),
  measured: z.string().nullable(),
  status: z.string().nullable(),
  measures: z.record(z.string(), z.number()),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  placed: z.string().nullable(),
  moorage: z.string().nullable(),
  log_id: z.number().nullable(),
  log_name: z.string().nullable(),
  log_active: z.boolean(),
  log_from: z.string().nullable(),
  log_distance: z.number().nullable(),
  log_seconds: z.number().nullable(),
});

/** Times in ISO 8601, values in SI units by monitored name, the distance of the log in nautical miles. */
export type Present = z.infer<typeof presentRow>;

/** The current state of a vessel; null if it does not exist. */
export async function presentOf(tx: Tx, vesselId: string): Promise<Present | null> {
  const [row] = await tx.query(sql`
    select boat, is_online, app.instant_text(contact) as contact, app.instant_text(measured) as measured, status, measures,
      latitude, longitude, app.instant_text(placed) as placed, moorage, log_id, log_name, log_active,
      app.instant_text(log_from) as log_from, log_distance, log_seconds
    from app.present_of(${vesselId})`);
  return row === undefined ? null : presentRow.parse(row);
}
