/**
 * Reminders of an unfinished set-up: no boat, a boat that never sent anything, and one that fell
 * silent. `app.reminders` remembers them, so each comes once.
 */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Event } from "../../database/jobs/queue.ts";
import { notify, type Teller } from "./notify.ts";

/** Finds accounts that are due for a reminder, and leaves an event for each. */
export async function findReminders(tx: Tx): Promise<void> {
  await tx.run(sql`select app.remind_of_vessels(), app.remind_of_silence()`);
}

/** Reminds the owner of an account that it has no boat; one that was registered meanwhile is not mentioned. */
export async function remindOfNoVessel(teller: Teller, event: Event, tx: Tx): Promise<void> {
  const boats = await tx.query(sql`select 1 from app.memberships where account_id = ${event.refId} limit 1`);
  if (boats.length > 0) return;
  await notify(
    tx,
    teller,
    event,
    { account: event.refId },
    { kind: "no_vessel", tell: () => ({ facts: {}, type: "reminder.no_vessel", data: {} }) },
  );
}

/** Reminds the people of a boat that nothing has come from it. */
export function remindOfNoData(teller: Teller, event: Event, tx: Tx): Promise<void> {
  return notify(
    tx,
    teller,
    event,
    { vessel: event.refId },
    {
      kind: "no_metadata",
      tell: () => ({ facts: {}, type: "reminder.no_metadata", data: { vessel_id: event.refId } }),
    },
  );
}

/** Tells the people of a boat that it has been silent for long; the event's payload is since when, ISO 8601. */
export function remindOfSilence(teller: Teller, event: Event, tx: Tx): Promise<void> {
  return notify(
    tx,
    teller,
    event,
    { vessel: event.refId },
    {
      kind: "no_activity",
      tell: ({ figures }) => ({
        facts: { since: figures.time(Date.parse(event.payload)) },
        type: "reminder.no_activity",
        data: { vessel_id: event.refId, since: event.payload },
      }),
    },
  );
}
