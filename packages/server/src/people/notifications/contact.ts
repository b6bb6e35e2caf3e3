/** Messages about a boat going offline and coming back. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";
import type { Event } from "../../database/jobs/queue.ts";
import { notify, type Teller } from "./notify.ts";

export interface ContactTeller extends Teller {
  /** Minutes of silence after which a boat counts as offline. */
  readonly silenceMinutes: number;
}

/** Announces that a boat is back, and how long it was silent. */
export async function tellOfReturn(teller: ContactTeller, event: Event, tx: Tx): Promise<void> {
  const [row] = await tx.query(sql`
    select extract(epoch from stored - (facts ->> 'silent_since')::timestamptz)::float8 as seconds
    from app.events where id = ${event.id}::int`);
  const { seconds } = z.object({ seconds: z.number().nullable() }).parse(row);
  await notify(
    tx,
    teller,
    event,
    { vessel: event.refId },
    {
      kind: "monitor_online",
      tell: ({ figures }) => ({
        facts: { silentFor: seconds === null ? null : figures.lengthOfTime(seconds) },
        type: "vessel.online",
        data: { vessel_id: event.refId, silent_seconds: seconds },
      }),
    },
  );
}

/** Announces that a boat has fallen silent. */
export function tellOfSilence(teller: ContactTeller, event: Event, tx: Tx): Promise<void> {
  return notify(
    tx,
    teller,
    event,
    { vessel: event.refId },
    {
      kind: "monitor_offline",
      tell: ({ figures }) => ({
        facts: { silence: figures.lengthOfTime(teller.silenceMinutes * 60) },
        type: "vessel.offline",
        data: { vessel_id: event.refId },
      }),
    },
  );
}
