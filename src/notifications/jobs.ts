/** Event channels that tell people something. */
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import type { Event } from "../jobs/queue.ts";
import type { JobHandler } from "../jobs/worker.ts";
import { awardForLog, awardForStay } from "./badges.ts";
import { type Audience, notify } from "./notify.ts";
import type { MessageKind } from "./templates.ts";

/** What the notifications are given by the composition root. */
export interface NotificationService {
  readonly webUrl: string;
  /** Makes a one-time code for an account. */
  readonly issueCode: (
    tx: Tx,
    accountId: string,
    purpose: "email" | "reset" | "messenger",
  ) => Promise<string>;
  /** Says that the outbox has something to send. */
  readonly nudge: () => void;
}

type Tell = (event: Event, tx: Tx) => Promise<void>;

/** Handlers by channel; each only fills the outbox, and has it emptied after the commit. */
export function notificationJobs(own: NotificationService): ReadonlyMap<string, JobHandler> {
  const nudge = async (): Promise<void> => own.nudge();
  return new Map(
    [...tellers(own)].map(([channel, tell]) => [channel, (event, tx) => tell(event, tx).then(() => nudge)]),
  );
}

function tellers(own: NotificationService): ReadonlyMap<string, Tell> {
  const plain =
    (kind: MessageKind, audience: (event: Event) => Audience): Tell =>
    (event, tx) =>
      notify(tx, event, audience(event), kind, { webUrl: own.webUrl });
  const withCode =
    (kind: MessageKind, purpose: "email" | "reset" | "messenger"): Tell =>
    async (event, tx) => {
      if (await hasNewer(tx, event)) return;
      const code = await own.issueCode(tx, event.refId, purpose);
      await notify(tx, event, { account: event.refId }, kind, { webUrl: own.webUrl, code });
    };
  return new Map<string, Tell>([
    ["new_account", plain("new_account", (event) => ({ account: event.refId }))],
    ["new_vessel", plain("new_vessel", (event) => ({ vessel: event.refId }))],
    ["monitoring_online", plain("monitor_online", (event) => ({ vessel: event.refId }))],
    ["monitoring_offline", plain("monitor_offline", (event) => ({ vessel: event.refId }))],
    ["email_otp", withCode("email_otp", "email")],
    ["email_reset", withCode("email_reset", "reset")],
    ["messenger_otp", withCode("messenger_otp", "messenger")],
    [
      "new_logbook",
      async (event, tx) => {
        await tellOfLog(own, event, tx);
        await awardForLog(tx, event, own.webUrl);
      },
    ],
    ["new_moorage", (event, tx) => awardForStay(tx, event, own.webUrl)],
  ]);
}

/** A later code replaces an earlier one, so only the newest pending request is worth a mail. */
async function hasNewer(tx: Tx, event: Event): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from app.events
    where channel = ${event.channel} and ref_id = ${event.refId} and id > ${event.id}::int and processed is null and not dead
    limit 1`);
  return rows.length > 0;
}

/** Whether the same was told before: a log that is finished again after an edit or late rows is no news. */
async function wasTold(tx: Tx, event: Event): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from app.deliveries d join app.events e on e.id = d.event_id
    where d.kind = 'logbook' and e.channel = ${event.channel} and e.ref_id = ${event.refId}
      and e.payload = ${event.payload} and e.id <> ${event.id}::int
    limit 1`);
  return rows.length > 0;
}

/** Tells of a finished log, once, when it is not one of long ago that late rows brought. */
async function tellOfLog(own: NotificationService, event: Event, tx: Tx): Promise<void> {
  if (await wasTold(tx, event)) return;
  const [log] = await tx.query(sql`
    select name, distance::text as distance, extract(epoch from duration)::float8 as seconds
    from api.logbook
    where vessel_id = ${event.refId} and id = ${event.payload}::int and not active and name is not null
      and _to_time > now() - interval '30 days'`);
  if (log === undefined) return;
  const minutes = Math.round(Number(log.seconds) / 60);
  await notify(tx, event, { vessel: event.refId }, "logbook", {
    webUrl: own.webUrl,
    logName: String(log.name),
    logId: event.payload,
    logStats: `${Number(log.distance).toFixed(1)} NM in ${Math.floor(minutes / 60)} h ${minutes % 60} min`,
  });
}
