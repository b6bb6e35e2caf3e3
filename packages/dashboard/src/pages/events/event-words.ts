import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { IconName } from "../../ui/icon.tsx";

/** Groups of events for the filter. */
export const EVENT_GROUPS = {
  voyages: msg`Logs and stays`,
  alerts: msg`Alerts and anchor watch`,
  contact: msg`Contact with the boat`,
  account: msg`Account and messages`,
  notes: msg`Notes`,
  work: msg`Work on the logbook`,
} as const satisfies Readonly<Record<string, MessageDescriptor>>;

export type EventGroup = keyof typeof EVENT_GROUPS;

/** A kind of event: its group, its sentence, and what its payload identifies. */
interface EventKind {
  readonly group: EventGroup;
  readonly icon: IconName;
  readonly words: MessageDescriptor;
  readonly about?: "log" | "stay" | "alerts";
  /** Whether to show the payload. */
  readonly shown?: boolean;
}

/** Kinds of events, by channel name. */
export const EVENT_KINDS: Readonly<Record<string, EventKind>> = {
  new_logbook: { group: "voyages", icon: "logs", words: msg`The boat arrived: a log ended.`, about: "log" },
  log_finished: {
    group: "voyages",
    icon: "logs",
    words: msg`Voyage logged.`,
    about: "log",
  },
  new_stay: { group: "voyages", icon: "anchor", words: msg`The boat stopped: a stay began.`, about: "stay" },
  new_moorage: { group: "voyages", icon: "anchor", words: msg`The boat left: a stay ended.`, about: "stay" },
  stay_finished: { group: "voyages", icon: "anchor", words: msg`Stay logged.`, about: "stay" },
  alert_raised: { group: "alerts", icon: "alert", words: msg`An alert was raised.`, about: "alerts" },
  alert_repeated: { group: "alerts", icon: "alert", words: msg`An alert was sent again.`, about: "alerts" },
  alert_escalated: {
    group: "alerts",
    icon: "alert",
    words: msg`An alert was not answered, so it was sent again as an emergency.`,
    about: "alerts",
  },
  alert_cleared: { group: "alerts", icon: "check", words: msg`An alert is over.`, about: "alerts" },
  alert_missed: {
    group: "alerts",
    icon: "alert",
    words: msg`Late measurements showed alerts that had gone unnoticed.`,
    about: "alerts",
  },
  watch_backlog: {
    group: "work",
    icon: "clock",
    words: msg`Late measurements were looked through for alerts.`,
  },
  anchor_hint: {
    group: "alerts",
    icon: "anchor",
    words: msg`The boat anchored, and no anchor watch was set.`,
    about: "alerts",
  },
  anchor_watch_off: {
    group: "alerts",
    icon: "anchor",
    words: msg`The anchor watch was switched off.`,
    about: "alerts",
  },
  monitoring_offline: { group: "contact", icon: "offline", words: msg`Nothing came from the boat any more.` },
  monitoring_online: { group: "contact", icon: "boat", words: msg`The boat was heard from again.` },
  autodiscovery: {
    group: "contact",
    icon: "search",
    words: msg`The keys under which the boat measures were found.`,
  },
  new_vessel: { group: "account", icon: "boat", words: msg`The boat was registered.` },
  no_vessel: { group: "account", icon: "clock", words: msg`You were reminded to register a boat.` },
  no_metadata: {
    group: "contact",
    icon: "clock",
    words: msg`You were reminded that the boat had never sent anything.`,
  },
  no_activity: {
    group: "contact",
    icon: "clock",
    words: msg`You were reminded that the boat had been silent for a long time.`,
  },
  new_account: { group: "account", icon: "check", words: msg`Your account was created.` },
  email_otp: { group: "account", icon: "check", words: msg`Verification code created.` },
  email_reset: { group: "account", icon: "edit", words: msg`A link to choose a new password was asked for.` },
  email_valid: { group: "account", icon: "check", words: msg`Your e-mail address was verified.` },
  push_valid: { group: "account", icon: "check", words: msg`Your phone was linked.` },
  messenger_otp: { group: "account", icon: "check", words: msg`A code to link a chat was asked for.` },
  messenger_valid: { group: "account", icon: "check", words: msg`Your chat was linked.` },
  password_changed: { group: "account", icon: "edit", words: msg`Your password was changed.` },
  channel_added: { group: "account", icon: "edit", words: msg`A new address gets your messages.` },
  note: { group: "notes", icon: "edit", words: msg`Note`, shown: true },
  finish_vessel: { group: "work", icon: "clock", words: msg`Logs and stays finished.` },
  finish_log: { group: "work", icon: "clock", words: msg`Log updated.`, about: "log" },
  fold_late: { group: "work", icon: "clock", words: msg`Late measurements were sorted into the logbook.` },
  close_log: {
    group: "work",
    icon: "clock",
    words: msg`The boat went silent under way, so the log was ended.`,
  },
  refold: { group: "work", icon: "clock", words: msg`A part of the logbook was found again.` },
  rederive: { group: "work", icon: "clock", words: msg`A correction was taken into the logbook.` },
};

/** The channels of a group. */
export function channelsOf(group: EventGroup): readonly string[] {
  return Object.entries(EVENT_KINDS).flatMap(([channel, kind]) => (kind.group === group ? [channel] : []));
}
