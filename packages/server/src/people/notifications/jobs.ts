/** Handlers of the events that notify people. */
import type { Tx } from "@wakelog/data-api/db/database.ts";
import type { ChannelRules } from "../../database/jobs/channels.ts";
import type { AfterCommit, JobHandler } from "../../database/jobs/handlers.ts";
import type { Event } from "../../database/jobs/queue.ts";
import { notifyOfAlert, notifyOfAnchor, notifyOfAnchorUp, notifyOfMissed } from "./alerts.ts";
import { awardForLog, awardForStay } from "./badges.ts";
import { type CodeNotifier, mailCode } from "./codes.ts";
import { notifyOfAdded, notifyOfConnection, notifyOfPassword } from "./connections.ts";
import { type ContactNotifier, notifyOfReturn, notifyOfSilence } from "./contact.ts";
import { notifyOfDiscovery } from "./discovery.ts";
import { notifyOfLog } from "./logs.ts";
import { notify } from "./notify.ts";
import { notifyOfRecord } from "./records.ts";
import { remindOfNoData, remindOfNoVessel, remindOfSilence } from "./reminders.ts";

export interface NotificationService extends CodeNotifier, ContactNotifier {
  /** Signals that the outbox has something to send. */
  readonly nudge: () => void;
  /** Signals a change on a vessel that other programs follow. */
  readonly vesselChanged: (vesselId: string) => void;
}

const ALERTS = "alerts";

/**
 * Account mail has its own lane. Messages about contact keep the order of their events; so do those about alerts, which
 * do not wait for the boat's other jobs.
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
  ["channel_added", { lane: "account" }],
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
    [...notifiers(deps)].map(([channel, notifyOf]) => [
      channel,
      (event, tx) => notifyOf(event, tx).then(() => after(event)),
    ]),
  );
}

function notifiers(deps: NotificationService): ReadonlyMap<string, Tell> {
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
            compose: () => ({ facts: {}, type: "vessel.registered", data: { vessel_id: event.refId } }),
          },
        ),
    ],
    ["monitoring_online", (event, tx) => notifyOfReturn(deps, event, tx)],
    ["monitoring_offline", (event, tx) => notifyOfSilence(deps, event, tx)],
    ["email_otp", (event, tx) => mailCode(deps, event, tx, "email_otp")],
    ["email_reset", (event, tx) => mailCode(deps, event, tx, "email_reset")],
    ["messenger_otp", (event, tx) => mailCode(deps, event, tx, "messenger_otp")],
    [
      "log_finished",
      async (event, tx) => {
        await notifyOfLog(deps, event, tx);
        await notifyOfRecord(deps, event, tx);
        await awardForLog(tx, deps, event);
      },
    ],
    ["stay_finished", (event, tx) => awardForStay(tx, deps, event)],
    ["alert_raised", (event, tx) => notifyOfAlert(deps, event, tx, "raised")],
    ["alert_repeated", (event, tx) => notifyOfAlert(deps, event, tx, "repeated")],
    ["alert_escalated", (event, tx) => notifyOfAlert(deps, event, tx, "escalated")],
    ["alert_cleared", (event, tx) => notifyOfAlert(deps, event, tx, "cleared")],
    ["alert_missed", (event, tx) => notifyOfMissed(deps, event, tx)],
    ["anchor_hint", (event, tx) => notifyOfAnchor(deps, event, tx)],
    ["anchor_watch_off", (event, tx) => notifyOfAnchorUp(deps, event, tx)],
    ["autodiscovery", (event, tx) => notifyOfDiscovery(deps, event, tx)],
    ["email_valid", (event, tx) => notifyOfConnection(deps, event, tx, "email_valid")],
    ["push_valid", (event, tx) => notifyOfConnection(deps, event, tx, "push_valid")],
    ["messenger_valid", (event, tx) => notifyOfConnection(deps, event, tx, "messenger_valid")],
    ["password_changed", (event, tx) => notifyOfPassword(deps, event, tx)],
    ["channel_added", (event, tx) => notifyOfAdded(deps, event, tx)],
    ["no_vessel", (event, tx) => remindOfNoVessel(deps, event, tx)],
    ["no_metadata", (event, tx) => remindOfNoData(deps, event, tx)],
    ["no_activity", (event, tx) => remindOfSilence(deps, event, tx)],
  ]);
}
