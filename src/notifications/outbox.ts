/**
 * The outbox: messages that wait to be sent. A message is leased, sent outside any transaction, and marked. One that
 * fails is tried again later and later; one that cannot be sent at all stays, visible to the operator.
 */
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import type { Observe } from "../observe.ts";
import type { Channels } from "./channel.ts";

/** Tried for about three days, since a mail server of one's own may be down for a weekend. */
const ATTEMPTS = 12;
const LEASE_MINUTES = 5;
const AT_ONCE = 20;

export interface Outbox {
  /** Sends what is due; gives how many left. */
  deliver(): Promise<number>;
}

/** @param service runs work in a transaction of its own as the service */
export function outbox(deps: {
  readonly service: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly channels: Channels;
  readonly observe: Observe;
}): Outbox {
  const { service, channels, observe } = deps;
  return {
    async deliver() {
      if (channels.size === 0) return 0;
      let sent = 0;
      const due = await service((tx) => lease(tx, [...channels.keys()]));
      for (const delivery of due) {
        try {
          const channel = channels.get(delivery.channel);
          await channel?.send(delivery.recipient, delivery);
          await service((tx) =>
            tx.run(
              sql`update app.deliveries set sent = now(), failure = null where id = ${delivery.id}::bigint`,
            ),
          );
          sent++;
        } catch (cause) {
          observe({
            kind: "job-failed",
            channel: `delivery ${delivery.channel}`,
            id: Number(delivery.id),
            attempts: delivery.attempts,
            cause,
          });
          await service((tx) =>
            postpone(tx, delivery.id, cause instanceof Error ? cause.message : String(cause)),
          );
        }
      }
      return sent;
    },
  };
}

interface Delivery {
  readonly id: string;
  readonly channel: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly attempts: number;
}

async function lease(tx: Tx, channels: readonly string[]): Promise<readonly Delivery[]> {
  const rows = await tx.query(sql`
    update app.deliveries d set due = now() + make_interval(mins => ${LEASE_MINUTES}::int), attempts = d.attempts + 1
    where d.id in (
      select id from app.deliveries
      where sent is null and not dead and due <= now() and channel = any(string_to_array(${channels.join(",")}::text, ','))
      order by due, id limit ${AT_ONCE}::int for update skip locked)
    returning d.id::text as id, channel, recipient, subject, body, attempts`);
  return rows.map((row) => ({
    id: String(row.id),
    channel: String(row.channel),
    recipient: String(row.recipient),
    subject: String(row.subject),
    body: String(row.body),
    attempts: Number(row.attempts),
  }));
}

async function postpone(tx: Tx, id: string, failure: string): Promise<void> {
  await tx.run(sql`
    update app.deliveries
    set failure = ${failure.slice(0, 500)}, dead = attempts >= ${ATTEMPTS}::int,
      due = now() + least(interval '12 hours', interval '1 minute' * power(2, attempts))
    where id = ${id}::bigint`);
}
