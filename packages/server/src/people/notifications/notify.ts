/** Turns an event into messages in the outbox: recipients, channels, text. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { JsonObject } from "@wakelog/kit/json/json.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import type { Track } from "@wakelog/kit/pictures/projection.ts";
import { z } from "zod";
import { type Message, render } from "./messages/message.ts";
import { type Speech, speechFor } from "./messages/reading.ts";
import { type PersonalChannel, type Wishes, wishesOf } from "./wishes.ts";
import {
  CONNECTIONS,
  type FactsByKind,
  type MessageKind,
  SAFETY,
  type Severity,
  WITH_CODE,
} from "./words/facts.ts";

/** What notifying needs from the service. */
export interface Notifier {
  /** The dashboard's address. */
  readonly webUrl: string;
  readonly observe: Observe;
}

/** A user to notify. */
export interface Person extends Wishes {
  readonly accountId: string;
  readonly first: string;
  readonly email: string;
  /** Name of the message's vessel, or of the user's first one; null if there is none. */
  readonly boat: string | null;
}

/** The recipients of an event: an account, or a vessel's crew. */
export type Audience = { readonly account: string } | { readonly vessel: string };

/** A message to one user, in their units. */
export interface PersonalMessage<K extends MessageKind> {
  readonly facts: FactsByKind[K];
  /** The event type for programs, with its figures in SI units. */
  readonly type: string;
  readonly data: JsonObject;
  readonly severity?: Severity;
  readonly track?: Track | null;
  /** When it happened, milliseconds since 1970; now if absent. */
  readonly at?: number;
  /** Channels it is limited to; all if null or absent. */
  readonly only?: readonly string[] | null;
}

/** An event, written per recipient. */
export interface News<K extends MessageKind> {
  readonly kind: K;
  readonly compose: (speech: Speech) => PersonalMessage<K>;
  /** Whether it is for a user at all; default: for each. */
  readonly reaches?: (person: Wishes) => boolean;
}

/**
 * Puts one message per user and address into the outbox, in the caller's transaction. A user whose address is unproven
 * gets only codes. A message that fails does not stop the others.
 */
export async function notify<K extends MessageKind>(
  tx: Tx,
  notifier: Notifier,
  event: { readonly id: number },
  audience: Audience,
  news: News<K>,
): Promise<void> {
  for (const person of await recipients(tx, audience)) {
    if (news.reaches?.(person) === false) continue;
    for (const key of person.unreadable) notifier.observe(unreadable(person.accountId, key));
    const written = write(notifier, person, news);
    if (written === null) continue;
    const { message, only } = written;
    const ways = waysTo(person, news.kind, message.severity, only);
    if (ways.length > 0) await store(tx, { eventId: event.id, person, kind: news.kind, message, ways });
  }
}

/** Writes a message for one user. Failures are reported to the operator and return null. */
function write<K extends MessageKind>(
  { webUrl, observe }: Notifier,
  person: Person,
  { kind, compose }: News<K>,
): { readonly message: Message; readonly only: readonly string[] | null } | null {
  try {
    const speech = speechFor(person.reading);
    const content = compose(speech);
    const addressed = { recipient: person.isProven ? person.first : null, boat: person.boat, webUrl };
    const message = render(kind, speech.words, addressed, content.facts, {
      severity: content.severity ?? null,
      structured: {
        type: content.type,
        timestamp: new Date(content.at ?? Date.now()).toISOString(),
        data: { boat: person.boat, ...content.data },
      },
      track: content.track ?? null,
    });
    return { message, only: content.only ?? null };
  } catch (cause) {
    observe({ kind: "fault", where: `telling: ${kind}`, cause });
    return null;
  }
}

/** An address on a channel. */
export type Way = readonly [channel: PersonalChannel, address: string];

/** A message's addresses. Only an emergency overrides what the user switched off. */
function waysTo(
  person: Person,
  kind: MessageKind,
  severity: Severity | null,
  only: readonly string[] | null,
): readonly Way[] {
  if (WITH_CODE.has(kind)) return [["email", person.email]];
  // An unproven address, and everything linked to the account, may belong to another person.
  if (!person.isProven) return [];
  if (SAFETY.has(kind)) return [["email", person.email]];
  const isWanted = (channel: PersonalChannel): boolean =>
    (only?.includes(channel) ?? true) &&
    (severity === "emergency" || person.muted.get(channel)?.has(kind) !== true);
  return [...person.addresses].flatMap(([channel, addresses]) =>
    isWanted(channel) ? addresses.map((address): Way => [channel, address]) : [],
  );
}

/** A message to one user, for the outbox. */
export interface NewDelivery {
  readonly eventId: number | null;
  readonly person: Pick<Person, "accountId">;
  readonly kind: MessageKind;
  readonly message: Message;
  readonly ways: readonly Way[];
}

/**
 * Puts a message into the outbox, once for each address. Beyond a number per kind and period, messages wait for a
 * digest. Each writer locks the user until its transaction ends, so that messages are counted one by one.
 * @returns the ids of the deliveries
 */
export async function store(tx: Tx, delivery: NewDelivery): Promise<readonly string[]> {
  const { eventId, person, kind, message, ways } = delivery;
  const isFloodable = !AT_ONCE.has(kind) || kind === "channel_added";
  const mayWait = message.severity !== "emergency" && isFloodable;
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended('wakelog.tell/' || ${person.accountId}, 0))`,
  );
  const rows = await tx.query(sql`
    insert into app.deliveries (event_id, account_id, kind, channel, recipient, subject, body, summary, severity,
      structured, track, held, due)
    select ${eventId}::int, ${person.accountId}, ${kind}, way.channel, way.address, ${message.subject}, ${message.body},
      ${message.summary}, ${message.severity}, ${JSON.stringify(message.structured)}::jsonb,
      ${message.track === null ? null : JSON.stringify(message.track)}::jsonb,
      case when flood.until is not null then 'flood' end, coalesce(flood.until, now())
    from unnest(${ways.map(([channel]) => channel)}::text[], ${ways.map(([, address]) => address)}::text[])
      as way (channel, address)
    left join lateral (
      select app.flooded_until(${person.accountId}, ${kind}, way.channel, way.address) as until
      where ${mayWait}::boolean) flood on true
    returning id::text as id`);
  return rows.map(({ id }) => String(id));
}

/**
 * Kinds that never wait: responses to what the user just did, and digests. Several added channels in a row go into a
 * digest.
 */
export const AT_ONCE: ReadonlySet<string> = new Set<string>([
  ...WITH_CODE,
  ...SAFETY,
  ...CONNECTIONS,
  "test",
  "digest",
]);

function unreadable(accountId: string, key: string): Parameters<Observe>[0] {
  const text = `account ${accountId} has a value for ${key} that cannot be read, so it counts as not set`;
  return { kind: "notice", what: "preferences", text };
}

const recipientRow = z.object({
  account_id: z.string(),
  first: z.string(),
  email: z.string(),
  boat: z.string().nullable(),
  preferences: z.unknown(),
});

/** The users of an audience, in the same order for all writers. */
export async function recipients(tx: Tx, audience: Audience): Promise<readonly Person[]> {
  const [account, vessel] = "account" in audience ? [audience.account, null] : [null, audience.vessel];
  const rows = await tx.query(sql`
    select a.account_id, a.first, a.email, v.name as boat, a.preferences
    from app.accounts a
    left join app.memberships m on m.account_id = a.account_id and (${vessel}::text is null or m.vessel_id = ${vessel}::text)
    left join app.vessels v on v.vessel_id = m.vessel_id
    where (a.account_id = ${account}::text or m.vessel_id = ${vessel}::text) and not a.disabled
    order by a.account_id, m.created_at`);
  const people = new Map<string, Person>();
  for (const row of rows) {
    const { account_id: accountId, first, email, boat, preferences } = recipientRow.parse(row);
    if (!people.has(accountId)) {
      people.set(accountId, { accountId, first, email, boat, ...wishesOf(email, preferences) });
    }
  }
  return [...people.values()];
}
