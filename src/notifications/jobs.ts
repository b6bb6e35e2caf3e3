/** Handlers of the events that people are notified of. */
import { z } from "zod";
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import type { ChannelRules } from "../jobs/channels.ts";
import type { JobHandler } from "../jobs/handlers.ts";
import type { Event } from "../jobs/queue.ts";
import { awardForLog, awardForStay } from "./badges.ts";
import { lengthOfTime } from "./length-of-time.ts";
import { type Audience, notify, type Teller } from "./notify.ts";
import type { MessageKind } from "./templates.ts";

/** The dependencies of the notifications. */
export interface NotificationService extends Teller {
  /** Makes a one-time code to be mailed to an account; returns null if none may be mailed now. */
  readonly mailedCode: (
    tx: Tx,
    accountId: string,
    purpose: "email" | "reset" | "messenger",
  ) => Promise<string | null>;
  /** Signals that the outbox has something to send. */
  readonly nudge: () => void;
}

/** Account mail has a lane of its own, and messages about contact with a boat keep the order of their events. */
export const NOTIFICATION_CHANNELS: ReadonlyMap<string, ChannelRules> = new Map<string, ChannelRules>([
  ["new_account", { lane: "account" }],
  ["email_otp", { lane: "account" }],
  ["email_reset", { lane: "account" }],
  ["messenger_otp", { lane: "account" }],
  ["monitoring_online", { line: "contact" }],
  ["monitoring_offline", { line: "contact" }],
]);

type Tell = (event: Event, tx: Tx) => Promise<void>;

/** Handlers by channel. Each only fills the outbox, which is sent after the commit. */
export function notificationJobs(deps: NotificationService): ReadonlyMap<string, JobHandler> {
  const nudge = async (): Promise<void> => deps.nudge();
  return new Map(
    [...tellers(deps)].map(([channel, tell]) => [channel, (event, tx) => tell(event, tx).then(() => nudge)]),
  );
}

function tellers(deps: NotificationService): ReadonlyMap<string, Tell> {
  const plain =
    (kind: MessageKind, audience: (event: Event) => Audience): Tell =>
    (event, tx) =>
      notify(tx, deps, event, audience(event), kind);
  const withCode =
    (kind: MessageKind, purpose: "email" | "reset" | "messenger"): Tell =>
    async (event, tx) => {
      if (await hasNewer(tx, event)) return;
      const code = await deps.mailedCode(tx, event.refId, purpose);
      if (code === null) return;
      const isFirst = !(await wasMailed(tx, event.refId));
      await notify(tx, deps, event, { account: event.refId }, kind, { code, isFirst });
    };
  return new Map<string, Tell>([
    ["new_vessel", plain("new_vessel", (event) => ({ vessel: event.refId }))],
    ["monitoring_online", (event, tx) => tellOfContact(deps, event, tx)],
    ["monitoring_offline", plain("monitor_offline", (event) => ({ vessel: event.refId }))],
    ["email_otp", withCode("email_otp", "email")],
    ["email_reset", withCode("email_reset", "reset")],
    ["messenger_otp", withCode("messenger_otp", "messenger")],
    [
      "log_finished",
      async (event, tx) => {
        await tellOfLog(deps, event, tx);
        await awardForLog(tx, deps, event);
      },
    ],
    ["stay_finished", (event, tx) => awardForStay(tx, deps, event)],
  ]);
}

/** Whether the account has had a mail before. */
async function wasMailed(tx: Tx, accountId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from app.deliveries where account_id = ${accountId} and channel = 'email' limit 1`);
  return rows.length > 0;
}

/** A later code replaces an earlier one, so only the newest pending request is worth a mail. */
async function hasNewer(tx: Tx, event: Event): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from app.events
    where channel = ${event.channel} and ref_id = ${event.refId} and id > ${event.id}::int and processed is null and not dead
    limit 1`);
  return rows.length > 0;
}

/** Announces that a boat is in contact, and how long it was silent before. */
async function tellOfContact(deps: NotificationService, event: Event, tx: Tx): Promise<void> {
  const [row] = await tx.query(sql`
    select extract(epoch from stored - (facts ->> 'silent_since')::timestamptz)::float8 as seconds
    from app.events where id = ${event.id}::int`);
  const { seconds } = z.object({ seconds: z.number().nullable() }).parse(row);
  await notify(tx, deps, event, { vessel: event.refId }, "monitor_online", {
    silentFor: seconds === null ? null : lengthOfTime(seconds),
  });
}

/** Whether the same log was announced before; releases up to 0.1.0 did so on the channel `new_logbook`. */
async function wasTold(tx: Tx, event: Event): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from app.deliveries d join app.events e on e.id = d.event_id
    where d.kind = 'logbook' and e.channel in (${event.channel}, 'new_logbook') and e.ref_id = ${event.refId}
      and e.payload = ${event.payload} and e.id <> ${event.id}::int
    limit 1`);
  return rows.length > 0;
}

const logRow = z.object({
  name: z.string(),
  distance: z.number().nullable(),
  seconds: z.number().nullable(),
});

/** Announces a finished log once, unless it ended long ago, as with late rows and imports. */
async function tellOfLog(deps: NotificationService, event: Event, tx: Tx): Promise<void> {
  if (await wasTold(tx, event)) return;
  const [found] = await tx.query(sql`
    select name, distance::float8 as distance, extract(epoch from duration)::float8 as seconds
    from api.logbook
    where vessel_id = ${event.refId} and id = ${event.payload}::int and not coalesce(active, false)
      and name is not null and _to_time > now() - interval '30 days'`);
  if (found === undefined) return;
  const { name, distance, seconds } = logRow.parse(found);
  const minutes = Math.round((seconds ?? 0) / 60);
  await notify(tx, deps, event, { vessel: event.refId }, "logbook", {
    logName: name,
    logId: event.payload,
    logStats: `${(distance ?? 0).toFixed(1)} NM in ${Math.floor(minutes / 60)} h ${minutes % 60} min`,
  });
}
