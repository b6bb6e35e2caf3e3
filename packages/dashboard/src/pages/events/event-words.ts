import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { EventKinds, EventLine } from "../../api/events/events.ts";
import { ALERTS_PATH, logPath, stayPath } from "../../routing/paths.ts";
import type { IconName } from "../../ui/icon.tsx";

/** Groups of events for the filter. */
export const EVENT_GROUPS = {
  voyages: msg`Voyages`,
  alerts: msg`Alerts and anchor watch`,
  contact: msg`Contact with the boat`,
  notes: msg`Notes`,
  account: msg`Account and messages`,
  work: msg`Work of the service`,
} as const satisfies Readonly<Record<string, MessageDescriptor>>;

export type EventGroup = keyof typeof EVENT_GROUPS;

/** The groups shown together at first: what happened to the boat. */
const OF_THE_BOAT: readonly EventGroup[] = ["voyages", "alerts", "contact", "notes"];

/** A kind of event: its group, and its sentence where nothing is known of what it is about. */
interface EventKind {
  readonly group: EventGroup;
  readonly icon: IconName;
  readonly words: MessageDescriptor;
}

/** Kinds of events, by channel name. */
export const EVENT_KINDS: Readonly<Record<string, EventKind>> = {
  new_logbook: { group: "voyages", icon: "logs", words: msg`Arrived` },
  new_moorage: { group: "voyages", icon: "anchor", words: msg`Departed` },
  new_stay: { group: "work", icon: "anchor", words: msg`Stay begun.` },
  log_finished: { group: "work", icon: "logs", words: msg`Voyage logged.` },
  stay_finished: { group: "work", icon: "anchor", words: msg`Stay logged.` },
  alert_raised: { group: "alerts", icon: "alert", words: msg`An alert was raised.` },
  alert_repeated: { group: "work", icon: "alert", words: msg`An alert was sent again.` },
  alert_escalated: {
    group: "alerts",
    icon: "alert",
    words: msg`An alert was not answered, so it was sent again as an emergency.`,
  },
  alert_cleared: { group: "alerts", icon: "check", words: msg`An alert is over.` },
  alert_missed: {
    group: "alerts",
    icon: "alert",
    words: msg`Late measurements showed alerts that had gone unnoticed.`,
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
  },
  anchor_watch_off: {
    group: "alerts",
    icon: "anchor",
    words: msg`The anchor watch was switched off.`,
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
    group: "account",
    icon: "clock",
    words: msg`You were reminded that the boat had never sent anything.`,
  },
  no_activity: {
    group: "account",
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
  note: { group: "notes", icon: "edit", words: msg`Note` },
  finish_vessel: { group: "work", icon: "clock", words: msg`Logs and stays finished.` },
  finish_log: { group: "work", icon: "clock", words: msg`Log updated.` },
  fold_late: { group: "work", icon: "clock", words: msg`Late measurements were sorted into the logbook.` },
  close_log: {
    group: "work",
    icon: "clock",
    words: msg`The boat went silent under way, so the log was ended.`,
  },
  refold: { group: "work", icon: "clock", words: msg`A part of the logbook was found again.` },
  rederive: { group: "work", icon: "clock", words: msg`A correction was taken into the logbook.` },
};

/**
 * Which events to read: those of a group, or what happened to the boat. Unknown kinds count as work of the service.
 */
export function kindsOf(group: EventGroup | null): EventKinds {
  const groups: readonly EventGroup[] = group === null ? OF_THE_BOAT : [group];
  const except = group === "work";
  return {
    those: Object.entries(EVENT_KINDS).flatMap(([channel, kind]) =>
      groups.includes(kind.group) === except ? [] : [channel],
    ),
    except,
  };
}

/** An event's sentence, such as "Voyage logged: Kiel to Marstal, 32 NM". */
export function eventWords(
  { channel, note, log, stay, rule }: EventLine,
  { i18n, miles, ruleName }: EventSpeech,
): string {
  if (note !== null) return note;
  if (channel === "new_logbook" && log !== null && log.name !== null) {
    const { name, distanceNm } = log;
    if (distanceNm === null) return i18n._(msg`Voyage logged: ${name}`);
    const distance = miles(distanceNm);
    return i18n._(msg`Voyage logged: ${name}, ${distance}`);
  }
  if (channel === "new_moorage" && stay !== null && stay.moorage !== null) {
    const place = stay.moorage;
    return i18n._(msg`Departed from ${place}`);
  }
  if (rule !== null) {
    const name = ruleName(rule);
    if (channel === "alert_raised") return i18n._(msg`Alert: ${name}`);
    if (channel === "alert_cleared") return i18n._(msg`Alert over: ${name}`);
  }
  return i18n._(EVENT_KINDS[channel]?.words ?? msg`Other work`);
}

/** How to word what events are about. */
interface EventSpeech {
  readonly i18n: I18n;
  readonly miles: (distanceNm: number) => string;
  readonly ruleName: (rule: NonNullable<EventLine["rule"]>) => string;
}

/** The page of what an event is about; null if it has none. */
export function eventPath({ channel, log, stay }: EventLine): string | null {
  if (log !== null) return logPath(log.id);
  if (stay !== null) return stayPath(stay.id);
  return EVENT_KINDS[channel]?.group === "alerts" ? ALERTS_PATH : null;
}
