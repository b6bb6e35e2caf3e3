/** A message in the outbox: leasing it and recording the outcome. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { z } from "zod";
import type { Outgoing } from "../channels/channel.ts";
import { AT_ONCE } from "../notify.ts";
import type { PersonalChannel } from "../wishes.ts";
import { SEVERITIES, WITH_CODE } from "../words/facts.ts";

/** Spread over about three days, because a self-hosted mail server may be down for a weekend. */
const ATTEMPTS = 12;
/** Longer than sending may take; afterwards the message is sent again. */
const LEASE_SECONDS = 150;
const FAILURE_LENGTH = 500;

/** A message leased by this sender. */
export interface Delivery extends Outgoing {
  readonly kind: string;
  readonly accountId: string;
  readonly address: string;
  readonly preferences: unknown;
  readonly attempts: number;
}

/** Kinds whose text holds a code. */
const KINDS_WITH_CODE: readonly string[] = [...WITH_CODE];
/** Kinds that ignore quiet hours. */
const DISTURBING: readonly string[] = [...AT_ONCE].filter((kind) => kind !== "digest");

const structured = z.object({
  type: z.string(),
  timestamp: z.string(),
  data: z.record(z.string(), z.json()),
});
const deliveryRow = z.object({
  id: z.string(),
  kind: z.string(),
  account_id: z.string().nullable(),
  address: z.string(),
  subject: z.string(),
  body: z.string(),
  severity: z.enum(SEVERITIES).nullable().catch(null),
  structured: structured.nullable().catch(null),
  track: z
    .array(z.tuple([z.number(), z.number()]))
    .nullable()
    .catch(null),
  preferences: z.unknown(),
  attempts: z.number(),
});

/** The given channels with messages waiting, due or held for a digest. */
export async function channelsInUse(
  tx: Tx,
  channels: readonly PersonalChannel[],
): Promise<ReadonlySet<string>> {
  // Runs every few seconds, also after weeks without a message and after a day without a mail server.
  const { rows } = await tx.run(sql`
    select c.channel from unnest(${channels}::text[]) c (channel)
    where exists (
        select from app.deliveries d
        where d.channel = c.channel and d.sent is null and not d.dead and d.held is null and d.due <= now())
      or exists (
        select from app.deliveries d
        where d.channel = c.channel and d.held is not null and d.digest_id is null and d.sent is null and not d.dead)`);
  return new Set(rows.flatMap(([channel]) => channel ?? []));
}

export interface LeaseOptions {
  readonly channel: PersonalChannel;
  /** Most messages to lease. */
  readonly most: number;
  /** Users with a message in flight; their next one must wait. */
  readonly busy: readonly string[];
  /** Minutes that a mailed code is valid; afterwards its message is not sent. */
  readonly codeMinutes: number;
}

/** Due messages considered for a lease: after an outage there may be very many. */
const CANDIDATES = 500;

/**
 * Leases due messages, one per user; those with a code come first, because users wait for them. Skips what quiet hours
 * hold back, even if not held yet: it may have been stored a moment ago.
 */
export async function lease(tx: Tx, options: LeaseOptions): Promise<readonly Delivery[]> {
  const { channel, most, busy, codeMinutes } = options;
  const due = sql`
    o.sent is null and not o.dead and o.held is null and o.due <= now() and o.channel = ${channel}
      and coalesce(o.account_id, '') <> all (${busy}::text[])`;
  return taken(
    tx,
    sql`
      select first.id from (
        select distinct on (seen.account_id) seen.* from (
          (select o.id, o.account_id, o.due, true as is_awaited from app.deliveries o
          where ${due} and o.kind = any (${KINDS_WITH_CODE})
            and o.stored > now() - make_interval(mins => ${codeMinutes}::int)
          order by o.due, o.id limit ${CANDIDATES}::int)
          union all
          (select o.id, o.account_id, o.due, false from app.deliveries o
          where ${due} and o.kind <> all (${KINDS_WITH_CODE})
            and (o.severity = 'emergency' or o.kind = any (${DISTURBING}) or not app.is_quiet(
              (select a.preferences from app.accounts a where a.account_id = o.account_id), now()))
          order by o.due, o.id limit ${CANDIDATES}::int)) seen
        order by seen.account_id, seen.is_awaited desc, seen.due, seen.id) first
      order by first.is_awaited desc, first.due, first.id limit ${most}::int`,
  );
}

/** Leases one due message, whatever else waits; null if it is leased already. */
export async function leaseOne(tx: Tx, id: string): Promise<Delivery | null> {
  const [delivery] = await taken(tx, sql`select ${id}::bigint`);
  return delivery ?? null;
}

async function taken(tx: Tx, chosen: Sql): Promise<readonly Delivery[]> {
  const rows = await tx.query(sql`
    update app.deliveries d
    set due = now() + make_interval(secs => ${LEASE_SECONDS}::int), attempts = d.attempts + 1
    where d.id in (
      select w.id from app.deliveries w
      where w.id in (${chosen}) and w.sent is null and not w.dead and w.due <= now()
      for update skip locked)
    returning d.id::text as id, kind, account_id, recipient as address, subject, body, severity, structured, track,
      attempts, (select a.preferences from app.accounts a where a.account_id = d.account_id) as preferences`);
  return rows
    .map((row) => deliveryRow.parse(row))
    .map(({ account_id: accountId, ...row }) => ({ ...row, accountId: accountId ?? "" }));
}

/** Marks a message and the ones it summarises as sent, and erases what is no longer needed: a code, a track. */
export async function markSent(tx: Tx, { id, kind }: Delivery): Promise<void> {
  const isCode = KINDS_WITH_CODE.includes(kind);
  await tx.run(sql`
    update app.deliveries
    set sent = now(), failure = null, track = null, body = case when ${isCode}::boolean then '' else body end
    where id = ${id}::bigint`);
  if (kind === "digest") {
    await tx.run(sql`update app.deliveries set sent = now(), track = null where digest_id = ${id}::bigint`);
  }
}

/**
 * Schedules a retry, first after 20 s, then at intervals that grow fourfold up to twelve hours.
 * @param isFinal whether a retry is pointless
 */
export async function postpone(tx: Tx, id: string, failure: string, isFinal: boolean): Promise<void> {
  const text = failure.slice(0, FAILURE_LENGTH);
  const { rows } = await tx.run(sql`
    update app.deliveries
    set failure = ${text}, dead = ${isFinal}::boolean or attempts >= ${ATTEMPTS}::int,
      due = now() + least(interval '12 hours', interval '5 seconds' * power(4, attempts))
    where id = ${id}::bigint returning dead and kind = 'digest'`);
  if (rows[0]?.[0] !== "t") return;
  await tx.run(sql`update app.deliveries set dead = true, failure = ${text} where digest_id = ${id}::bigint`);
}

/** Removes a browser whose subscription has ended from a user's preferences. */
export async function forget(tx: Tx, accountId: string, endpoint: string): Promise<void> {
  await tx.run(sql`
    update app.accounts a
    set preferences = a.preferences || jsonb_build_object('webpush_subscriptions', coalesce((
      select jsonb_agg(one order by place)
      from jsonb_array_elements(a.preferences -> 'webpush_subscriptions') with ordinality s (one, place)
      where one ->> 'endpoint' <> ${endpoint}), '[]'))
    where a.account_id = ${accountId} and jsonb_typeof(a.preferences -> 'webpush_subscriptions') = 'array'`);
}
