/**
 * Reminders of an unfinished set-up: no boat, a boat that never sent anything, and one that fell silent. Each is sent
 * once; `app.reminders` remembers them.
 */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Event } from "../../database/jobs/queue.ts";
import { type Notifier, notify } from "./notify.ts";

/** Finds accounts due for a reminder, and enqueues an event for each. */
export async function findReminders(tx: Tx): Promise<void> {
  await tx.run(sql`select app.remind_of_vessels(), app.remind_of_silence()`);
}

/** Reminds an account's owner that it has no boat, unless one was registered meanwhile. */
export async function remindOfNoVessel(notifier: Notifier, event: Event, tx: Tx): Promise<void> {
  const boats = await tx.query(sql`select 1 from app.memberships where account_id = ${event.refId} limit 1`);
  if (boats.length > 0) return;
  await notify(
    tx,
    notifier,
    event,
    { account: event.refId },
    { kind: "no_vessel", compose: () => ({ facts: {}, type: "reminder.no_vessel", data: {} }) },
  );
}

/** Reminds a boat's crew that it has never sent data. */
export function remindOfNoData(notifier: Notifier, event: Event, tx: Tx): Promise<void> {
  return notify(
    tx,
    notifier,
    event,
    { vessel: event.refId },
    {
      kind: "no_metadata",
      compose: () => ({ facts: {}, type: "reminder.no_metadata", data: { vessel_id: event.refId } }),
    },
  );
}

/** Tells a boat's crew that it has been silent for long; the event's payload is since when, ISO 8601. */
export function remindOfSilence(notifier: Notifier, event: Event, tx: Tx): Promise<void> {
  return notify(
    tx,
    notifier,
    event,
    { vessel: event.refId },
    {
      kind: "no_activity",
      compose: ({ figures }) => ({
        facts: { since: figures.time(Date.parse(event.payload)) },
        type: "reminder.no_activity",
        data: { vessel_id: event.refId, since: event.payload },
      }),
    },
  );
}
