/** What each kind of message tells: facts that are words already, in the person's language and units. */

/** How serious something is, in Signal K's words; the last one breaks quiet hours. */
export const SEVERITIES = ["alert", "warn", "alarm", "emergency"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a rule watches for. */
export const CONDITIONS = [
  "below",
  "above",
  "outside",
  "silent",
  "offline",
  "drag",
  "leave",
  "enter",
] as const;
export type Condition = (typeof CONDITIONS)[number];

/** Names of the rules that the service makes, as its record has them. They are in the catalogs, but for one that is said otherwise. */
export const SERVICE_RULES = [
  /*i18n*/ "Low temperature inside",
  /*i18n*/ "Low temperature outside",
  /*i18n*/ "Low water temperature",
  /*i18n*/ "Low air pressure",
  /*i18n*/ "Falling air pressure",
  /*i18n*/ "Strong wind",
  /*i18n*/ "Shallow water",
  /*i18n*/ "Low battery voltage",
  /*i18n*/ "High battery voltage",
  /*i18n*/ "Low battery charge",
  /*i18n*/ "Low fuel",
  /*i18n*/ "Water in the bilge",
  /*i18n*/ "Anchor watch",
  /*i18n*/ "Anchor alarm",
  /*i18n*/ "Anchor drag",
  "Anchor watch: no position",
] as const;

/** What a message about an alert is: it began, goes on, was not acknowledged, or is over. */
export type Stage = "raised" | "repeated" | "escalated" | "cleared";

/** An alert as messages tell it. */
export interface AlertFacts {
  readonly rule: string;
  readonly condition: Condition;
  /** The value that raised it, with its unit; null if there is none. */
  readonly value: string | null;
  /** The threshold that it passed, with its unit; null if there is none. */
  readonly threshold: string | null;
  readonly since: string;
  /** When it was over; null while it goes on. */
  readonly until: string | null;
  /** Where the boat was; null if that is not known. */
  readonly place: string | null;
}

export interface FactsByKind {
  readonly new_vessel: object;
  readonly email_otp: WithCode & {
    /** Whether this is the first mail to the account, which welcomes the person. */
    readonly isFirst: boolean;
  };
  readonly email_reset: WithCode & { readonly accountId: string };
  readonly messenger_otp: WithCode;
  readonly logbook: {
    readonly log: string;
    readonly logId: string;
    readonly distance: string;
    readonly duration: string;
  };
  readonly monitor_offline: {
    /** How long a boat may be silent. */
    readonly silence: string;
  };
  readonly monitor_online: {
    /** How long a returning boat was silent; null if it has never been in contact before. */
    readonly silentFor: string | null;
  };
  readonly new_badge: { readonly badge: string };
  readonly alert: AlertFacts & { readonly stage: Stage; readonly alertId: string };
  readonly alert_summary: { readonly alerts: readonly AlertFacts[] };
  readonly digest: {
    /** Why the messages were held: quiet hours, or because there were too many. */
    readonly reason: "quiet" | "flood";
    /** Messages in the digest, more than are listed if there are very many. */
    readonly count: number;
    readonly lines: readonly { readonly time: string; readonly text: string }[];
  };
  readonly anchor_hint: {
    /** Whether the boat sailed away from its anchor watch, rather than that it has none. */
    readonly isOver: boolean;
  };
  readonly autodiscovery: {
    /** The keys that were found, with commas between them. */
    readonly keys: string;
  };
  readonly anchor_watch_off: object;
  readonly new_24h_record: {
    readonly log: string;
    readonly logId: string;
    readonly distance: string;
    /** The best distance until now. */
    readonly before: string;
  };
  readonly email_valid: {
    /** Channels that went because they were set before. */
    readonly ended: readonly string[];
  };
  readonly push_valid: object;
  readonly messenger_valid: object;
  readonly password_changed: {
    /** Channels that went with the old password. */
    readonly ended: readonly string[];
    /** Channels that go on. */
    readonly going: readonly string[];
    /** The person's own boats, whose tokens go on. */
    readonly boats: readonly string[];
  };
  readonly channel_added: {
    /** The channels, with their masked addresses. */
    readonly added: readonly string[];
  };
  readonly no_vessel: object;
  readonly no_metadata: object;
  readonly no_activity: {
    /** When the boat was last heard from. */
    readonly since: string;
  };
  readonly test: object;
}

interface WithCode {
  readonly code: string;
  /** How long the code is valid. */
  readonly valid: string;
}

export type MessageKind = keyof FactsByKind;

/** Kinds that answer what the person just did: they are sent whatever the preferences are, by e-mail only. */
export const WITH_CODE: ReadonlySet<string> = new Set<MessageKind>([
  "email_otp",
  "email_reset",
  "messenger_otp",
]);

/** Kinds that say on a channel that it works, when it was connected. */
export const CONNECTIONS = [
  "email_valid",
  "push_valid",
  "messenger_valid",
] as const satisfies readonly MessageKind[];

/** Kinds that tell the owner of an account who gets in, or gets what: always by e-mail, and impossible to switch off. */
export const SAFETY: ReadonlySet<string> = new Set<MessageKind>(["password_changed", "channel_added"]);

/** Channels to addresses beside the account's own mailbox. */
export const CHANNELS_BESIDE = ["push", "webpush", "messenger", "webhook", "ntfy", "apprise"] as const;
export type ChannelBeside = (typeof CHANNELS_BESIDE)[number];

/** Kinds that a person may switch off on a channel. */
export const NEWS = [
  "new_vessel",
  "logbook",
  "monitor_offline",
  "monitor_online",
  "new_badge",
  "alert",
  "alert_summary",
  "anchor_hint",
  "anchor_watch_off",
  "autodiscovery",
  "new_24h_record",
  "no_vessel",
  "no_metadata",
  "no_activity",
] as const satisfies readonly MessageKind[];

/** The address that sets a new password. */
export function resetAddress(
  webUrl: string,
  { accountId, code }: Pick<FactsByKind["email_reset"], "accountId" | "code">,
): string {
  return `${webUrl}/reset-password?uuid=${encodeURIComponent(accountId)}&token=${encodeURIComponent(code)}`;
}

/** The address that acknowledges an alert, after signing in. */
export function acknowledgeAddress(webUrl: string, alertId: string): string {
  return `${webUrl}/alerts?acknowledge=${encodeURIComponent(alertId)}`;
}
