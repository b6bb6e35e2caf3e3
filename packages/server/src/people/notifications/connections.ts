/** Notifies an account's owner about its channels: working, added, removed or remaining. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";
import type { Event } from "../../database/jobs/queue.ts";
import { type Notifier, notify } from "./notify.ts";
import type { PersonalChannel } from "./wishes.ts";
import { CHANNELS_BESIDE, type CONNECTIONS } from "./words/facts.ts";
import type { Words } from "./words/words.ts";

type Connection = (typeof CONNECTIONS)[number];

/** The channel of each connection; its events have the same name. */
const CHANNELS: Readonly<Record<Connection, PersonalChannel>> = {
  email_valid: "email",
  push_valid: "push",
  messenger_valid: "messenger",
};

/** Tells the owner that a channel works, on that channel only, so that the user sees a message arrive. */
export async function notifyOfConnection(
  notifier: Notifier,
  event: Event,
  tx: Tx,
  kind: Connection,
): Promise<void> {
  const channel = CHANNELS[kind];
  const { noted } = await channelsOf(tx, event);
  await notify(
    tx,
    notifier,
    event,
    { account: event.refId },
    {
      kind,
      compose: ({ words }) => ({
        facts: { ended: named(noted, words) },
        type: "channel.connected",
        data: { channel },
        only: [channel],
      }),
    },
  );
}

/** Notifies the owner of added channels. */
export async function notifyOfAdded(notifier: Notifier, event: Event, tx: Tx): Promise<void> {
  const { noted } = await channelsOf(tx, event);
  await notify(
    tx,
    notifier,
    event,
    { account: event.refId },
    {
      kind: "channel_added",
      compose: ({ words }) => ({ facts: { added: named(noted, words) }, type: "channel.added", data: {} }),
    },
  );
}

/** Notifies the owner of a changed password, what it removed, and what still acts for the account. */
export async function notifyOfPassword(notifier: Notifier, event: Event, tx: Tx): Promise<void> {
  const { noted, going, boats, devices } = await channelsOf(tx, event);
  await notify(
    tx,
    notifier,
    event,
    { account: event.refId },
    {
      kind: "password_changed",
      compose: ({ words }) => ({
        facts: { ended: named(noted, words), going: named(going, words), boats, devices },
        type: "password.changed",
        data: {},
      }),
    },
  );
}

const listed = z.array(z.tuple([z.enum(CHANNELS_BESIDE), z.string()]));
const texts = z.array(z.string());
const channelsRow = z.object({ noted: listed, going: listed, boats: texts, devices: texts });

/**
 * The event's channels, the account's current ones, its own boats, and what is linked to them, newest first. A device
 * chooses its own name: it may neither begin a line nor look like an address.
 */
async function channelsOf(tx: Tx, event: Event): Promise<z.infer<typeof channelsRow>> {
  const [row] = await tx.query(sql`
    select coalesce(e.facts, '[]') as noted, app.added_channels(a.preferences) as going, array(
        select v.name from app.memberships m join app.vessels v using (vessel_id)
        where m.account_id = a.account_id and m.role = 'owner' order by m.created_at) as boats, array(
        select format('%s (%s)', coalesce(left(regexp_replace(l.name, '[[:cntrl:]]+|://', ' ', 'g'), 60), 'Signal K'), v.name)
        from app.memberships m join app.vessels v using (vessel_id) join app.boat_links l using (vessel_id)
        where m.account_id = a.account_id and m.role = 'owner' and l.revoked_at is null
        order by l.created_at desc limit 20) as devices
    from app.events e join app.accounts a on a.account_id = e.ref_id where e.id = ${event.id}::int`);
  return row === undefined ? { noted: [], going: [], boats: [], devices: [] } : channelsRow.parse(row);
}

/** Channels as they appear in a sentence. */
function named(found: z.infer<typeof listed>, words: Words): readonly string[] {
  return found.map(([channel, address]) => `${words.channels[channel]} (${address})`);
}
