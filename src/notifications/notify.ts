/** From an event to messages in the outbox: who is told, on which channels, in which words. */
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import { ASKED_FOR, type Facts, type MessageKind, render } from "./templates.ts";

/** A person as notifications see them. */
interface Recipient {
  readonly accountId: string;
  readonly first: string;
  readonly email: string;
  readonly boat: string;
  readonly emailWanted: boolean;
  readonly pushKey: string | null;
  readonly messengerChat: string | null;
}

/** Whom an event is about: an account, or everybody of a vessel. */
export type Audience = { readonly account: string } | { readonly vessel: string };

/** Puts one message per person and wanted channel into the outbox, in the caller's transaction. */
export async function notify(
  tx: Tx,
  event: { readonly id: number },
  audience: Audience,
  kind: MessageKind,
  facts: Partial<Facts> & Pick<Facts, "webUrl">,
): Promise<void> {
  for (const person of await recipients(tx, audience)) {
    const message = render(kind, {
      recipient: person.first,
      boat: person.boat,
      accountId: person.accountId,
      code: "",
      logName: "",
      logId: "",
      logStats: "",
      badge: "",
      ...facts,
    });
    for (const [channel, recipient] of channelsFor(person, kind)) {
      await tx.run(sql`
        insert into app.deliveries (event_id, account_id, kind, channel, recipient, subject, body)
        values (${event.id}::int, ${person.accountId}, ${kind}, ${channel}, ${recipient}, ${message.subject}, ${message.body})`);
    }
  }
}

function channelsFor(person: Recipient, kind: MessageKind): readonly (readonly [string, string])[] {
  if (ASKED_FOR.has(kind)) return [["email", person.email]];
  const channels: (readonly [string, string])[] = [];
  if (person.emailWanted) channels.push(["email", person.email]);
  if (person.pushKey !== null) channels.push(["push", person.pushKey]);
  if (person.messengerChat !== null) channels.push(["messenger", person.messengerChat]);
  return channels;
}

async function recipients(tx: Tx, audience: Audience): Promise<readonly Recipient[]> {
  const [account, vessel] = "account" in audience ? [audience.account, null] : [null, audience.vessel];
  const rows = await tx.query(sql`
    select a.account_id, a.first, a.email, coalesce(v.name, 'your boat') as boat,
      coalesce((a.preferences ->> 'email_notifications')::boolean, false) as email_wanted,
      coalesce((a.preferences ->> 'phone_notifications')::boolean, false) as phone_wanted,
      a.preferences ->> 'push_user_key' as push_key,
      a.preferences #>> '{messenger,chat,id}' as messenger_chat
    from app.accounts a
    left join app.memberships m on m.account_id = a.account_id and (${vessel}::text is null or m.vessel_id = ${vessel}::text)
    left join app.vessels v on v.vessel_id = m.vessel_id
    where (a.account_id = ${account}::text or m.vessel_id = ${vessel}::text) and not a.disabled
    order by m.created_at`);
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const accountId = String(row.account_id);
    if (seen.has(accountId)) return [];
    seen.add(accountId);
    const phone = row.phone_wanted === true;
    return [
      {
        accountId,
        first: String(row.first),
        email: String(row.email),
        boat: String(row.boat),
        emailWanted: row.email_wanted === true,
        pushKey: phone && typeof row.push_key === "string" ? row.push_key : null,
        messengerChat: phone && typeof row.messenger_chat === "string" ? row.messenger_chat : null,
      },
    ];
  });
}
