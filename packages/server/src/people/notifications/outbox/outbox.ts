/**
 * The outbox: messages waiting to be sent. A message is leased, sent outside any transaction, and marked as sent. A
 * failed one is retried at growing intervals; an undeliverable one remains visible. Each channel sends independently,
 * and one message at a time per user, so a hanging server or address delays no one else.
 */
import type { AsService } from "@wakelog/data-api/db/database.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import { within } from "@wakelog/kit/time/within.ts";
import { type Channel, type Channels, UndeliverableError } from "../channels/channel.ts";
import type { PersonalChannel } from "../wishes.ts";
import { createBell } from "./bell.ts";
import { channelsInUse, type Delivery, forget, lease, leaseOne, markSent, postpone } from "./delivery.ts";
import { gatherDigests, holdForQuiet } from "./holding.ts";

/** Concurrent messages per channel, each to a different user. */
const CONCURRENT = 8;
/** Timeout of sending a message, milliseconds; less than its lease. */
const SENDING_MS = 90_000;
/** Time for messages in flight when the service stops. The rest are sent again once their leases end. */
const CLOSING_MS = 5_000;

export interface Outbox {
  /** The configured channels. */
  readonly channels: ReadonlySet<PersonalChannel>;
  /** Sends all due messages on every channel; returns the number sent. */
  deliver(): Promise<number>;
  /** Sends one message now, whatever else waits. */
  deliverOne(channel: PersonalChannel, id: string): Promise<void>;
  /** Signals that there is something to send, without waiting for it. */
  nudge(): void;
  /** Waits briefly for messages in flight and closes the channels. */
  close(): Promise<void>;
}

interface OutboxOptions {
  readonly service: AsService;
  readonly channels: Channels;
  /** Minutes that a mailed code is valid; afterwards its message is not sent. */
  readonly codeMinutes: number;
  /** The dashboard's address, for digests. */
  readonly webUrl: string;
  readonly observe: Observe;
}

export function outbox(deps: OutboxOptions): Outbox {
  const senders = new Map([...deps.channels].map(([name, channel]) => [name, sender(deps, name, channel)]));
  const all = [...senders.values()];
  let closed = false;

  /** Skips channels with nothing to send: each would take a connection. */
  const deliver = async (): Promise<number> => {
    const used = await deps.service((tx) => channelsInUse(tx, [...senders.keys()]));
    const concerned = [...senders].filter(([name, { isSending }]) => used.has(name) || isSending());
    const sent = await Promise.all(concerned.map(([, one]) => one.deliver()));
    return sent.reduce((sum, number) => sum + number, 0);
  };

  return {
    channels: new Set(deps.channels.keys()),
    deliver,
    async deliverOne(channel, id) {
      await senders.get(channel)?.deliverOne(id);
    },
    nudge() {
      if (closed) return;
      deliver().catch((cause: unknown) => deps.observe({ kind: "fault", where: "outbox", cause }));
    },
    async close() {
      closed = true;
      await Promise.all(all.map((one) => one.close()));
    },
  };
}

/** The outbox of one channel. */
interface Sender {
  /** Sends what is due, and waits for messages in flight. */
  deliver(): Promise<number>;
  deliverOne(id: string): Promise<void>;
  isSending(): boolean;
  close(): Promise<void>;
}

function sender(deps: OutboxOptions, name: PersonalChannel, channel: Channel): Sender {
  const { service, codeMinutes } = deps;
  const send = sending(deps, name, channel);
  /** Messages in flight, by account. */
  const inFlight = new Map<string, Promise<void>>();
  const bell = createBell();
  let running: Promise<number> | null = null;
  /** Whether another round was requested for messages that this one may have missed. */
  let requested = false;
  let closed = false;
  /** Callers waiting for a round, to be released if it outlasts the closing. */
  const waiting = new Set<(sent: number) => void>();
  let abandoned = false;

  const due = async (): Promise<readonly Delivery[]> => {
    const most = CONCURRENT - inFlight.size;
    if (closed || most <= 0) return [];
    return service(async (tx) => {
      await holdForQuiet(tx, name);
      return lease(tx, { channel: name, most, busy: [...inFlight.keys()], codeMinutes });
    });
  };

  /** Sends until nothing is due. */
  const round = async (): Promise<number> => {
    let sent = 0;
    let ended = 0;
    for (;;) {
      const rung = bell.next();
      if (requested && !closed) await gatherDigests(deps, name);
      requested = false;
      const endedBefore = ended;
      const deliveries = await due();
      for (const delivery of deliveries) {
        const one = send(delivery).then((isSent) => {
          inFlight.delete(delivery.accountId);
          ended++;
          if (isSent) sent++;
        });
        inFlight.set(delivery.accountId, one);
      }
      // An account whose delivery just ended counted as busy, and may have more messages.
      if (deliveries.length > 0 || ended > endedBefore) continue;
      if (inFlight.size === 0 && !requested) return sent;
      if (inFlight.size > 0) {
        await Promise.race(closed ? inFlight.values() : [...inFlight.values(), rung]);
      }
    }
  };

  const deliver = (): Promise<number> => {
    requested = true;
    bell.ring();
    running ??= round().finally(() => {
      running = null;
    });
    const current = running;
    return new Promise((done, failed) => {
      waiting.add(done);
      current.then(done, failed).finally(() => waiting.delete(done));
      if (abandoned) done(0);
    });
  };

  return {
    deliver,
    async deliverOne(id) {
      const delivery = closed ? null : await service((tx) => leaseOne(tx, id));
      if (delivery !== null) await send(delivery);
    },
    isSending: () => running !== null,
    async close() {
      closed = true;
      // A failed round leaves its messages in flight.
      await within(CLOSING_MS, Promise.allSettled([running, ...inFlight.values()]));
      abandoned = true;
      for (const release of waiting) release(0);
      channel.close();
    },
  };
}

/** Sends one message and records the outcome. @returns a function that returns whether it was sent */
function sending(
  { service, observe }: OutboxOptions,
  name: PersonalChannel,
  channel: Channel,
): (delivery: Delivery) => Promise<boolean> {
  const attempt = async (delivery: Delivery): Promise<void> => {
    const { address, preferences } = delivery;
    const isInTime = await within(SENDING_MS, channel.send({ address, preferences }, delivery));
    if (!isInTime) throw new Error(`it was not taken within ${SENDING_MS / 1000} s`);
  };
  const fail = async (delivery: Delivery, cause: unknown): Promise<void> => {
    const { id, attempts, accountId, address } = delivery;
    observe({ kind: "job-failed", channel: `delivery ${name}`, id: Number(id), attempts, cause });
    const failure = cause instanceof Error ? cause.message : String(cause);
    const isFinal = cause instanceof UndeliverableError;
    await service(async (tx) => {
      await postpone(tx, id, failure, isFinal);
      if (isFinal && cause.isGone && name === "webpush") await forget(tx, accountId, address);
    });
  };
  return async (delivery) => {
    const started = performance.now();
    try {
      try {
        await attempt(delivery);
      } catch (cause) {
        await fail(delivery, cause);
        return false;
      }
      await service((tx) => markSent(tx, delivery));
    } catch (cause) {
      // The message keeps its lease and is sent again once the lease ends.
      observe({ kind: "fault", where: `outbox: ${name}`, cause });
      return false;
    }
    const milliseconds = Math.round(performance.now() - started);
    observe({ kind: "job-done", channel: `delivery ${name}`, id: Number(delivery.id), milliseconds });
    return true;
  };
}
