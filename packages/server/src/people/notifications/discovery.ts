/** Messages about the keys found for a boat's measurements. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";
import type { Event } from "../../database/jobs/queue.ts";
import { type Notifier, notify } from "./notify.ts";

const foundRow = z.object({ keys: z.record(z.string(), z.string()) });

/** Tells the crew what was configured automatically; the event's facts are the settings with their keys. */
export async function notifyOfDiscovery(notifier: Notifier, event: Event, tx: Tx): Promise<void> {
  const [row] = await tx.query(sql`
    select coalesce(facts, '{}') as keys from app.events where id = ${event.id}::int`);
  const { keys } = foundRow.parse(row);
  const found = Object.values(keys).toSorted();
  if (found.length === 0) return;
  await notify(
    tx,
    notifier,
    event,
    { vessel: event.refId },
    {
      kind: "autodiscovery",
      compose: () => ({
        facts: { keys: found.join(", ") },
        type: "vessel.keys_found",
        data: { vessel_id: event.refId, keys },
      }),
    },
  );
}
