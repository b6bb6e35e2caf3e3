/** Messages about a boat going offline and coming back. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";
import type { Event } from "../../database/jobs/queue.ts";
import { type Notifier, notify } from "./notify.ts";

export interface ContactNotifier extends Notifier {
  /** Minutes of silence after which a boat counts as offline. */
  readonly silenceMinutes: number;
}

/** Announces that a boat is back, and how long it was silent. */
export async function notifyOfReturn(notifier: ContactNotifier, event: Event, tx: Tx): Promise<void> {
  const [row] = await tx.query(sql`
    select extract(epoch from stored - (facts ->> 'silent_since')::timestamptz)::float8 as seconds
    from app.events where id = ${event.id}::int`);
  const { seconds } = z.object({ seconds: z.number().nullable() }).parse(row);
  await notify(
    tx,
    notifier,
    event,
    { vessel: event.refId },
    {
      kind: "monitor_online",
      compose: ({ figures }) => ({
        facts: { silentFor: seconds === null ? null : figures.lengthOfTime(seconds) },
        type: "vessel.online",
        data: { vessel_id: event.refId, silent_seconds: seconds },
      }),
    },
  );
}

/** Announces that a boat has fallen silent. */
export function notifyOfSilence(notifier: ContactNotifier, event: Event, tx: Tx): Promise<void> {
  return notify(
    tx,
    notifier,
    event,
    { vessel: event.refId },
    {
      kind: "monitor_offline",
      compose: ({ figures }) => ({
        facts: { silence: figures.lengthOfTime(notifier.silenceMinutes * 60) },
        type: "vessel.offline",
        data: { vessel_id: event.refId },
      }),
    },
  );
}
