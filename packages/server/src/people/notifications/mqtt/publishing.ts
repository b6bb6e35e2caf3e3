/** Publishes changes of boats over MQTT (3.1.1 and 5) to the operator's broker. Off unless a broker is set. */
import { createHash } from "node:crypto";
import type { AsService, Tx } from "@wakelog/data-api/db/database.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import type { Observe } from "@wakelog/kit/observe.ts";
import { within } from "@wakelog/kit/time/within.ts";
import { connect } from "mqtt";
import { z } from "zod";
import type { ScheduledTask } from "../../../database/jobs/schedule.ts";
import { presentOf } from "../present.ts";
import { type FollowedVessel, SERVICE_TOPIC } from "./followed-vessel.ts";
import { overdue, releaseRules, releaseVessel, retain, retainedRules } from "./retained.ts";
import { farewellOf, messagesOf } from "./vessel-messages.ts";

/** Poll interval for boats with new contact, seconds. */
const POLL_SECONDS = 5;
/** Longer than a boat's rows usually take to commit, seconds. */
const COMMITTED_SECONDS = 10;
/** Delay after a lost connection, milliseconds. */
const RECONNECT_MS = 5_000;
/** Time limit of one message, milliseconds: the broker may hang. */
const PUBLISH_MS = 10_000;

/** Time left for a running publication when the service stops, milliseconds. */
const CLOSING_MS = 200;

export interface Publishing {
  /** Publishes a vessel after a change. */
  readonly changed: (vesselId: string) => void;
  readonly tasks: readonly ScheduledTask[];
  close(): Promise<void>;
}

/** For services without a broker. */
export const NO_PUBLISHING: Publishing = { changed: () => {}, tasks: [], close: async () => {} };

interface PublishingOptions {
  readonly service: AsService;
  /** `mqtt://user:password@host:1883`, `mqtts://…` or `ws://…`. */
  readonly url: string;
  readonly observe: Observe;
}

/** Connects to the broker, and again whenever the connection is lost. */
export function startPublishing({ service, url, observe }: PublishingOptions): Publishing {
  const client = connect(url, {
    reconnectPeriod: RECONNECT_MS,
    connectTimeout: PUBLISH_MS,
    // Everything is republished once the broker is back, so old messages are not queued.
    queueQoSZero: false,
    will: { topic: SERVICE_TOPIC, payload: Buffer.from("offline"), retain: true, qos: 0 },
  });
  /** Hash of the last payload published, by topic. */
  let published = new Map<string, string>();
  const waiting = new Set<string>();
  /** Vessels to retry at the next poll. */
  const failed = new Set<string>();
  let working: Promise<void> = Promise.resolve();
  let isWorking = false;
  let polledAt: Date | null = null;

  const publish = async (topic: string, payload: string): Promise<void> => {
    const hash = createHash("sha256").update(payload).digest("base64");
    const known = published;
    const isRemoval = payload === "";
    if (!isRemoval && (known.get(topic) === hash || !client.connected)) return;
    // A removal is never repeated, so it needs the broker's acknowledgement.
    const sent = client.publishAsync(topic, payload, { retain: true, qos: isRemoval ? 1 : 0 });
    await Promise.race([sent, timeLimit()]);
    // `published` may belong to a new connection by now, so use the old map.
    if (isRemoval) known.delete(topic);
    else known.set(topic, hash);
  };

  const publishVessel = async (vesselId: string): Promise<void> => {
    const [vessel, gone] = await service(async (tx) => {
      const found = await followed(tx, vesselId);
      const ids = found?.rules.map(({ id }) => id) ?? [];
      const before = await retainedRules(tx, vesselId);
      if (found !== null) await retain(tx, vesselId, ids);
      return [found, before.filter((id) => !ids.includes(id))] as const;
    });
    const messages = vessel === null ? farewellOf(vesselId, gone) : messagesOf(vessel, gone);
    for (const { topic, payload } of messages) await publish(topic, payload);
    if (vessel === null) await service((tx) => releaseVessel(tx, vesselId));
    else if (gone.length > 0) await service((tx) => releaseRules(tx, vesselId, gone));
  };

  const work = async (): Promise<void> => {
    for (const vesselId of waiting) {
      waiting.delete(vesselId);
      if (!client.connected) continue;
      await publishVessel(vesselId).catch((cause: unknown) => {
        observe({ kind: "fault", where: "mqtt", cause });
        failed.add(vesselId);
      });
    }
    isWorking = false;
  };

  const changed = (vesselId: string): void => {
    waiting.add(vesselId);
    if (isWorking) return;
    isWorking = true;
    working = work();
  };

  const poll = async (): Promise<void> => {
    if (!client.connected) return;
    await publish(SERVICE_TOPIC, "online");
    const since = polledAt;
    const known = published;
    const [now, vessels] = await service((tx) => heardFrom(tx, since));
    const gone = await service(overdue);
    // After a reconnect meanwhile, all vessels must be republished.
    if (published === known) polledAt = now;
    const again = [...failed];
    failed.clear();
    for (const vesselId of [...vessels, ...gone, ...again]) changed(vesselId);
    await working;
  };

  client.on("connect", () => {
    published = new Map();
    polledAt = null;
    observe({ kind: "notice", what: "mqtt", text: "connected to the broker" });
    poll().catch((cause: unknown) => observe({ kind: "fault", where: "mqtt", cause }));
  });
  client.on("error", (cause) => observe({ kind: "notice", what: "mqtt", text: describe(cause) }));

  return {
    changed,
    tasks: [{ name: "tell programs that follow boats", everySeconds: POLL_SECONDS, run: poll }],
    async close() {
      waiting.clear();
      await within(CLOSING_MS, working);
      if (client.connected) await within(CLOSING_MS, publish(SERVICE_TOPIC, "offline")).catch(() => {});
      await client.endAsync(true);
    },
  };
}

/** Omits the address, which holds a password. */
function describe(cause: Error): string {
  return `the broker cannot be reached: ${"code" in cause ? String(cause.code) : cause.name}`;
}

function timeLimit(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(
      () => reject(new Error("the broker did not acknowledge a message in time")),
      PUBLISH_MS,
    ).unref();
  });
}

/**
 * The current time, and the vessels with contact since a time, or all if null. A contact is stamped when its
 * transaction begins, so it may commit seconds after a later poll.
 */
async function heardFrom(tx: Tx, since: Date | null): Promise<readonly [Date, readonly string[]]> {
  const rows = await tx.query(sql`
    select vessel_id from api.metadata
    where ${since}::timestamptz is null
      or greatest("time", updated_at) >= ${since}::timestamptz - make_interval(secs => ${COMMITTED_SECONDS}::int)`);
  const [clock] = await tx.query(sql`select (extract(epoch from now()) * 1000)::float8 as now`);
  return [new Date(Number(clock?.now)), rows.map((row) => String(row.vessel_id))];
}

const ruleRow = z.object({
  id: z.number(),
  name: z.string(),
  state: z.enum(["raised", "cleared"]).nullable(),
  severity: z.string().nullable(),
  value: z.number().nullable(),
  threshold: z.number().nullable(),
  raised_at: z.string().nullable(),
  cleared_at: z.string().nullable(),
  acknowledged_at: z.string().nullable(),
});

async function followed(tx: Tx, vesselId: string): Promise<FollowedVessel | null> {
  const present = await presentOf(tx, vesselId);
  if (present === null) return null;
  const rows = await tx.query(sql`
    select r.id, r.name, a.state, coalesce(a.severity, r.severity) as severity, a.value, a.threshold,
      app.instant_text(a.raised_at) as raised_at, app.instant_text(a.cleared_at) as cleared_at,
      app.instant_text(a.acknowledged_at) as acknowledged_at
    from api.alert_rules r
    left join lateral (
      select * from app.alerts a where a.vessel_id = r.vessel_id and a.rule_id = r.id order by a.id desc limit 1) a on true
    where r.vessel_id = ${vesselId} and r.enabled order by r.id`);
  return { vesselId, present, rules: rows.map((row) => ruleRow.parse(row)) };
}
