/** Handlers of the events that people are notified of. */
import { z } from "zod";
import type { Tx } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import type { ChannelRules } from "../jobs/channels.ts";
import type { AfterCommit, JobHandler } from "../jobs/handlers.ts";
import type { Event } from "../jobs/queue.ts";
import { tellOfAlert, tellOfAnchor, tellOfAnchorUp, tellOfMissed } from "./alerts.ts";
import { awardForLog, awardForStay } from "./badges.ts";
import { tellOfConnection } from "./connections.ts";
import { tellOfDiscovery } from "./discovery.ts";
import { tellOfLog } from "./logs.ts";
import { notify, type Teller } from "./notify.ts";
import { tellOfRecord } from "./records.ts";
import { remindOfNoData, remindOfNoVessel, remindOfSilence } from "./reminders.ts";
import type { FactsByKind } from "./words/facts.ts";

/** The dependencies of the notifications. */
export interface NotificationService extends Teller {
  /** Makes a one-time code to be mailed to an account; returns null if none may be mailed now. */
  readonly mailedCode: (
    tx: Tx,
    accountId: string,
    purpose: "email" | "reset" | "messenger",
  ) => Promise<string | null>;
  /** Minutes that a mailed code is valid. */
  readonly codeMinutes: number;
  /** Minutes of silence after which a boat counts as offline. */
  readonly silenceMinutes: number;
  /** Signals that the outbox has something to send. */
  readonly nudge: () => void;
  /** Signals that something changed on a vessel that other programs follow. */
  readonly vesselChanged: (vesselId: string) => void;
}

const ALERTS = "alerts";

/**
 * Account mail has a lane of its own. Messages about contact with a boat keep the order of their events, and so do those
 * about its alerts, which wait for no other work of the boat.
 */
export const NOTIFICATION_CHANNELS: ReadonlyMap<string, ChannelRules> = new Map<string, ChannelRules>([
  ["new_account", { lane: "account" }],
  ["email_otp", { lane: "account" }],
  ["email_reset", { lane: "account" }],
  ["messenger_otp", { lane: "account" }],
  ["email_valid", { lane: "account" }],
  ["push_valid", { lane: "account" }],
  ["messenger_valid", { lane: "account" }],
  ["password_changed", { lane: "account" }],
  ["monitoring_online", { line: "contact" }],
  ["monitoring_offline", { line: "contact" }],
  ["alert_raised", { lane: "alert", line: ALERTS }],
  ["alert_repeated", { lane: "alert", line: ALERTS }],
  ["alert_escalated", { lane: "alert", line: ALERTS }],
  ["alert_cleared", { lane: "alert", line: ALERTS }],
  ["alert_missed", { lane: "alert", line: ALERTS }],
]);

type Tell = (event: Event, tx: Tx) => Promise<void>;

/** Handlers by channel. Each only fills the outbox, which is sent after the commit. */
export function notificationJobs(deps: NotificationService): ReadonlyMap<string, JobHandler> {
  const after = (event: Event): AfterCommit => {
    return async () => {
      deps.nudge();
      deps.vesselChanged(event.refId);
    };
  };
  return new Map(
    [...tellers(deps)].map(([channel, tell]) => [
      channel,
      (event, tx) => tell(event, tx).then(() => after(event)),
    ]),
  );
}

function tellers(deps: NotificationService): ReadonlyMap<string, Tell> {
  return new Map<string, Tell>([
    [
      "new_vessel",
      (event, tx) =>
        notify(
          tx,
          deps,
          event,
          { vessel: event.refId },
          {
            kind: "new_vessel",
            tell: () => ({ facts: {}, type: "vessel.registered", data: { vessel_id: event.refId } }),
          },
        ),
    ],
    ["monitoring_online", (event, tx) => tellOfReturn(deps, event, tx)],
    ["monitoring_offline", (event, tx) => tellOfSilence(deps, event, tx)],
    ["email_otp", (event, tx) => mailCode(deps, event, tx, "email_otp", "email")],
    ["email_reset", (event, tx) => mailCode(deps, event, tx, "email_reset", "reset")],
    ["messenger_otp", (event, tx) => mailCode(deps, event, tx, "messenger_otp", "messenger")],
    [
      "log_finished",
      async (event, tx) => {
        await tellOfLog(deps, event, tx);
        await tellOfRecord(deps, event, tx);
        await awardForLog(tx, deps, event);
      },
    ],
    ["stay_finished", (event, tx) => awardForStay(tx, deps, event)],
    ["alert_raised", (event, tx) => tellOfAlert(deps, event, tx, "raised")],
    ["alert_repeated", (event, tx) => tellOfAlert(deps, event, tx, "repeated")],
    ["alert_escalated", (event, tx) => tellOfAlert(deps, event, tx, "escalated")],
    ["alert_cleared", (event, tx) => tellOfAlert(deps, event, tx, "cleared")],
    ["alert_missed", (event, tx) => tellOfMissed(deps, event, tx)],
    ["anchor_hint", (event, tx) => tellOfAnchor(deps, event, tx)],
    ["anchor_watch_off", (event, tx) => tellOfAnchorUp(deps, event, tx)],
    ["autodiscovery", (event, tx) => tellOfDiscovery(deps, event, tx)],
    ["email_valid", (event, tx) => tellOfConnection(deps, event, tx, "email_valid")],
    ["push_valid", (event, tx) => tellOfConnection(deps, event, tx, "push_valid")],
    ["messenger_valid", (event, tx) => tellOfConnection(deps, event, tx, "messenger_valid")],
    [
      "password_changed",
      (event, tx) =>
        notify(
          tx,
          deps,
          event,
          { account: event.refId },
          { kind: "password_changed", tell: () => ({ facts: {}, type: "password.changed", data: {} }) },
        ),
    ],
    ["no_vessel", (event, tx) => remindOfNoVessel(deps, event, tx)],
    ["no_metadata", (event, tx) => remindOfNoData(deps, event, tx)],
    ["no_activity", (event, tx) => remindOfSilence(deps, event, tx)],
  ]);
}

type CodeKind = "email_otp" | "email_reset" | "messenger_otp";

/** Mails a code, for the newest request only. */
async function mailCode(
  deps: NotificationService,
  event: Event,
  tx: Tx,
  kind: CodeKind,
  purpose: "email" | "reset" | "messenger",
): Promise<void> {
  if (await hasNewer(tx, event)) return;
  const code = await deps.mailedCode(tx, event.refId, purpose);
  if (code === null) return;
  const isFirst = !(await wasMailed(tx, event.refId));
  await notify(
    tx,
    deps,
    event,
    { account: event.refId },
    {
      kind,
      tell: ({ figures }) => {
        const valid = figures.lengthOfTime(deps.codeMinutes * 60);
        const facts: FactsByKind[CodeKind] = { code, isFirst, valid, accountId: event.refId };
        return { facts, type: `code.${purpose}`, data: {} };
      },
    },
  );
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
async function tellOfReturn(deps: NotificationService, event: Event, tx: Tx): Promise<void> {
  const [row] = await tx.query(sql`
    select extract(epoch from stored - (facts ->> 'silent_since')::timestamptz)::float8 as seconds
    from app.events where id = ${event.id}::int`);
  const { seconds } = z.object({ seconds: z.number().nullable() }).parse(row);
  await notify(
    tx,
    deps,
    event,
    { vessel: event.refId },
    {
      kind: "monitor_online",
      tell: ({ figures }) => ({
        facts: { silentFor: seconds === null ? null : figures.lengthOfTime(seconds) },
        type: "vessel.online",
        data: { vessel_id: event.refId, silent_seconds: seconds },
      }),
    },
  );
}

/** Announces that a boat has fallen silent. */
function tellOfSilence(deps: NotificationService, event: Event, tx: Tx): Promise<void> {
  return notify(
    tx,
    deps,
    event,
    { vessel: event.refId },
    {
      kind: "monitor_offline",
      tell: ({ figures }) => ({
        facts: { silence: figures.lengthOfTime(deps.silenceMinutes * 60) },
        type: "vessel.offline",
        data: { vessel_id: event.refId },
      }),
    },
  );
}
