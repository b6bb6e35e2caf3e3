/** Turns an event into messages in the outbox: to whom, on which channels, in which words. */
import { z } from "zod";
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import type { Observe } from "../observe.ts";
import { type Facts, type MessageKind, render, WITH_CODE } from "./templates.ts";
import { type Wishes, wishesOf } from "./wishes.ts";

/** The facts about the service that every message may mention. */
export interface Teller extends Pick<Facts, "webUrl" | "codeMinutes" | "silenceMinutes"> {
  readonly observe: Observe;
}

/** A person who is notified. */
interface Recipient extends Wishes {
  readonly accountId: string;
  readonly first: string;
  readonly email: string;
  readonly boat: string;
}

/** Whom an event concerns: an account, or a vessel's crew. */
export type Audience = { readonly account: string } | { readonly vessel: string };

/**
 * Puts one message per person and channel into the outbox, in the caller's transaction. A person whose address is not
 * proven gets codes only.
 */
export async function notify(
  tx: Tx,
  teller: Teller,
  event: { readonly id: number },
  audience: Audience,
  kind: MessageKind,
  facts: Partial<Facts> = {},
): Promise<void> {
  const { webUrl, codeMinutes, silenceMinutes, observe } = teller;
  for (const person of await recipients(tx, audience)) {
    for (const key of person.unreadable) observe(unreadable(person.accountId, key));
    const message = render(kind, {
      recipient: person.isProven ? person.first : null,
      boat: person.boat,
      accountId: person.accountId,
      webUrl,
      codeMinutes,
      silenceMinutes,
      code: "",
      isFirst: false,
      logName: "",
      logId: "",
      logStats: "",
      badge: "",
      silentFor: null,
      ...facts,
    });
    for (const [channel, recipient] of channelsFor(person, kind)) {
      await tx.run(sql`
        insert into app.deliveries (event_id, account_id, kind, channel, recipient, subject, body)
        values (${event.id}::int, ${person.accountId}, ${kind}, ${channel}, ${recipient}, ${message.subject}, ${message.body})`);
    }
  }
}

function unreadable(accountId: string, key: string): Parameters<Observe>[0] {
  const text = `account ${accountId} has a value for ${key} that cannot be read, so it counts as not set`;
  return { kind: "notice", what: "preferences", text };
}

function channelsFor(person: Recipient, kind: MessageKind): readonly (readonly [string, string])[] {
  if (WITH_CODE.has(kind)) return [["email", person.email]];
  // An unproven address, and everything linked to the account, may belong to somebody else.
  if (!person.isProven) return [];
  const channels: (readonly [string, string])[] = [];
  if (person.emailWanted) channels.push(["email", person.email]);
  if (person.pushKey !== null) channels.push(["push", person.pushKey]);
  if (person.messengerChat !== null) channels.push(["messenger", person.messengerChat]);
  return channels;
}

const recipientRow = z.object({
  account_id: z.string(),
  first: z.string(),
  email: z.string(),
  boat: z.string(),
  preferences: z.unknown(),
});

async function recipients(tx: Tx, audience: Audience): Promise<readonly Recipient[]> {
  const [account, vessel] = "account" in audience ? [audience.account, null] : [null, audience.vessel];
  const rows = await tx.query(sql`
    select a.account_id, a.first, a.email, coalesce(v.name, 'your boat') as boat, a.preferences
    from app.accounts a
    left join app.memberships m on m.account_id = a.account_id and (${vessel}::text is null or m.vessel_id = ${vessel}::text)
    left join app.vessels v on v.vessel_id = m.vessel_id
    where (a.account_id = ${account}::text or m.vessel_id = ${vessel}::text) and not a.disabled
    order by m.created_at`);
  const people = new Map<string, Recipient>();
  for (const row of rows) {
    const { account_id: accountId, first, email, boat, preferences } = recipientRow.parse(row);
    if (!people.has(accountId)) {
      people.set(accountId, { accountId, first, email, boat, ...wishesOf(preferences) });
    }
  }
  return [...people.values()];
}
