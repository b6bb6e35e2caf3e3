/**
 * The outbox: messages waiting to be sent. A message is leased, sent outside any transaction, and marked as sent. A failed
 * one is tried again at growing intervals; one that cannot be sent at all remains visible to the operator. Channels send
 * independently, so that a hanging mail server delays nothing but mail.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import type { Observe } from "../observe.ts";
import type { Channel, Channels } from "./channel.ts";
import { WITH_CODE } from "./templates.ts";

/** Spread over about three days, because a self-hosted mail server may be down for a weekend. */
const ATTEMPTS = 12;
/** Longer than a round takes if every message reaches its time limit. */
const LEASE_MINUTES = 10;
/** Messages leased at once, and those of them that are sent at the same time. */
const AT_ONCE = 20;
const TOGETHER = 5;
/** Days after which an unsent message is no longer news. */
const NEWS_DAYS = 7;
/** Days for which a message is kept that was sent or given up. */
export const KEPT_DAYS = 90;
/** Messages of one transaction of tidying up, so that none of them is long. */
const SLICE = 1000;
const FAILURE_LENGTH = 500;
/** How long messages have to finish when the service stops; after their lease, the next service sends them again. */
const CLOSING_MS = 5_000;

export interface Outbox {
  /** Sends all due messages on every channel; returns the number sent. */
  deliver(): Promise<number>;
  /** Signals that there is something to send, without waiting until it is sent. */
  nudge(): void;
  /** Waits briefly for messages that are being sent, and closes the channels. */
  close(): Promise<void>;
}

interface OutboxOptions {
  /** Runs work in a transaction of its own as the service. */
  readonly service: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly channels: Channels;
  /** Minutes that a mailed code is valid; afterwards its message is no longer sent. */
  readonly codeMinutes: number;
  readonly observe: Observe;
}

/** Opens the outbox over its channels. */
export function outbox(deps: OutboxOptions): Outbox {
  const senders = [...deps.channels].map(([name, channel]) => sender(deps, name, channel));
  return {
    async deliver() {
      const sent = await Promise.all(senders.map((one) => one.deliver()));
      return sent.reduce((sum, number) => sum + number, 0);
    },
    nudge() {
      for (const one of senders) one.nudge();
    },
    async close() {
      await Promise.all(senders.map((one) => one.close()));
    },
  };
}

/** The outbox of one channel, which sends in rounds, one after another. */
function sender(deps: OutboxOptions, name: string, channel: Channel): Outbox {
  const { service, codeMinutes, observe } = deps;
  let last: Promise<unknown> = Promise.resolve();
  /** Whether a requested round has not begun yet; it will find everything stored until then. */
  let requested = false;
  let closed = false;
  let stopWaiting = (): void => {};
  /** Releases those who wait for a round that outlasts the closing. */
  const abandoned = new Promise<number>((done) => {
    stopWaiting = () => done(0);
  });

  const send = async (delivery: Delivery): Promise<boolean> => {
    const started = performance.now();
    try {
      await channel.send(delivery.recipient, delivery);
    } catch (cause) {
      observe({
        kind: "job-failed",
        channel: `delivery ${name}`,
        id: Number(delivery.id),
        attempts: delivery.attempts,
        cause,
      });
      const failure = cause instanceof Error ? cause.message : String(cause);
      await service((tx) => postpone(tx, delivery.id, failure));
      return false;
    }
    await service((tx) => markSent(tx, delivery));
    const milliseconds = Math.round(performance.now() - started);
    observe({ kind: "job-done", channel: `delivery ${name}`, id: Number(delivery.id), milliseconds });
    return true;
  };

  const round = async (): Promise<number> => {
    let sent = 0;
    for (;;) {
      const due = closed ? [] : await service((tx) => lease(tx, name, codeMinutes));
      if (due.length === 0) return sent;
      for (let i = 0; i < due.length; i += TOGETHER) {
        const outcomes = await Promise.all(due.slice(i, i + TOGETHER).map(send));
        sent += outcomes.filter(Boolean).length;
      }
    }
  };

  const deliver = (): Promise<number> => {
    requested = true;
    const turn = last.then(() => {
      requested = false;
      return round();
    });
    last = turn.catch(() => {});
    return Promise.race([turn, abandoned]);
  };

  return {
    deliver,
    nudge() {
      if (requested || closed) return;
      deliver().catch((cause: unknown) => observe({ kind: "fault", where: `outbox: ${name}`, cause }));
    },
    async close() {
      closed = true;
      const waiting = new AbortController();
      const patience = sleep(CLOSING_MS, undefined, { signal: waiting.signal }).catch(() => {});
      await Promise.race([last, patience]);
      waiting.abort();
      stopWaiting();
      channel.close();
    },
  };
}

interface Delivery {
  readonly id: string;
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly attempts: number;
}

/** Kinds whose text holds a code. */
const KINDS_WITH_CODE: readonly string[] = [...WITH_CODE];

/** Leases due messages; those with a code, which people are waiting for, come first. */
async function lease(tx: Tx, channel: string, codeMinutes: number): Promise<readonly Delivery[]> {
  const awaited = await leaseSome(tx, channel, codeMinutes, true);
  return awaited.length > 0 ? awaited : await leaseSome(tx, channel, codeMinutes, false);
}

/** @param onlyCodes whether to lease only messages with a code */
async function leaseSome(
  tx: Tx,
  channel: string,
  codeMinutes: number,
  onlyCodes: boolean,
): Promise<readonly Delivery[]> {
  const which = onlyCodes ? sql`kind = any (${KINDS_WITH_CODE})` : sql`true`;
  const rows = await tx.query(sql`
    update app.deliveries d set due = now() + make_interval(mins => ${LEASE_MINUTES}::int), attempts = d.attempts + 1
    where d.id in (
      select id from app.deliveries
      where sent is null and not dead and due <= now() and channel = ${channel} and ${which}
        and (kind <> all (${KINDS_WITH_CODE})
          or stored > now() - make_interval(mins => ${codeMinutes}::int))
      order by due, id limit ${AT_ONCE}::int for update skip locked)
    returning d.id::text as id, kind, recipient, subject, body, attempts`);
  return rows.map((row) => ({
    id: String(row.id),
    kind: String(row.kind),
    recipient: String(row.recipient),
    subject: String(row.subject),
    body: String(row.body),
    attempts: Number(row.attempts),
  }));
}

/** Marks a message as sent, and erases its text if it contains a code. */
async function markSent(tx: Tx, delivery: Delivery): Promise<void> {
  const isCode = KINDS_WITH_CODE.includes(delivery.kind);
  await tx.run(sql`
    update app.deliveries set sent = now(), failure = null, body = case when ${isCode}::boolean then '' else body end
    where id = ${delivery.id}::bigint`);
}

async function postpone(tx: Tx, id: string, failure: string): Promise<void> {
  await tx.run(sql`
    update app.deliveries
    set failure = ${failure.slice(0, FAILURE_LENGTH)}, dead = attempts >= ${ATTEMPTS}::int,
      due = now() + least(interval '12 hours', interval '1 minute' * power(2, attempts))
    where id = ${id}::bigint`);
}

/**
 * Gives up messages that are too old or whose code has expired, and throws away what was sent or given up long ago,
 * a slice at a time.
 * @param service runs work in a transaction of its own as the service
 */
export async function pruneOutbox(
  service: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  codeMinutes: number,
): Promise<void> {
  await service((tx) =>
    tx.run(sql`
      update app.deliveries
      set dead = true, body = '', failure = coalesce(failure || '; ', '') || 'its code was no longer valid'
      where sent is null and not dead and kind = any (${KINDS_WITH_CODE})
        and stored < now() - make_interval(mins => ${codeMinutes}::int)`),
  );
  await service((tx) =>
    tx.run(sql`
      update app.deliveries set dead = true, failure = coalesce(failure || '; ', '') || 'it was too old to be sent'
      where sent is null and not dead and stored < now() - make_interval(days => ${NEWS_DAYS}::int)`),
  );
  for (;;) {
    const { affected } = await service((tx) =>
      tx.run(sql`
        delete from app.deliveries where id in (
          select id from app.deliveries
          where stored < now() - make_interval(days => ${KEPT_DAYS}::int) and (sent is not null or dead)
          order by stored limit ${SLICE}::int)`),
    );
    if (affected < SLICE) return;
  }
}
