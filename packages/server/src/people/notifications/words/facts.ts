/** The facts of each kind of message, formatted in the user's language and units. */

/** Severities of Signal K; the last one breaks quiet hours. */
export const SEVERITIES = ["alert", "warn", "alarm", "emergency"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Conditions of rules, and alarms on board. */
export const CONDITIONS = [
  "below",
  "above",
  "outside",
  "silent",
  "offline",
  "drag",
  "leave",
  "enter",
  "boat",
] as const;
export type Condition = (typeof CONDITIONS)[number];

/** Stored names of the service's own rules. Translated by the catalogs, except one with another wording. */
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

/** What rules watch, by the stored name of a rule that has none: a value that boats send, or the kind of the rule. */
export const WATCHED = {
  voltage: /*i18n*/ "Battery voltage",
  charge: /*i18n*/ "Battery charge",
  depth: /*i18n*/ "Depth",
  wind: /*i18n*/ "Wind",
  speed: /*i18n*/ "Speed",
  pressure: /*i18n*/ "Air pressure",
  outside_temperature: /*i18n*/ "Temperature outside",
  inside_temperature: /*i18n*/ "Temperature inside",
  water_temperature: /*i18n*/ "Water temperature",
  outside_humidity: /*i18n*/ "Humidity outside",
  inside_humidity: /*i18n*/ "Humidity inside",
  fuel: /*i18n*/ "Fuel",
  fresh_water: /*i18n*/ "Fresh water",
  waste_water: /*i18n*/ "Waste water",
  offline: /*i18n*/ "Contact with the boat",
  leave: /*i18n*/ "Leaving a circle on the chart",
  enter: /*i18n*/ "Entering a circle on the chart",
} as const;

/** An alert message's occasion: it began, continues, was not acknowledged, or ended. */
export type Stage = "raised" | "repeated" | "escalated" | "cleared";

/** The facts of an alert message. */
export interface AlertFacts {
  readonly rule: string;
  readonly condition: Condition;
  /** Of an alarm on board what she says; null for all others. */
  readonly said: string | null;
  /** The value that raised it, with its unit; null if there is none. */
  readonly value: string | null;
  /** The threshold crossed, with its unit; null if there is none. */
  readonly threshold: string | null;
  readonly since: string;
  /** When it ended; null while active. */
  readonly until: string | null;
  /** The boat's position; null if unknown. */
  readonly place: string | null;
}

export interface FactsByKind {
  readonly new_vessel: object;
  readonly email_otp: WithCode & {
    /** Whether this is the account's first mail, which includes a welcome. */
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
    /** Tolerated silence of a boat. */
    readonly silence: string;
  };
  readonly monitor_online: {
    /** How long a returning boat was silent; null on first contact. */
    readonly silentFor: string | null;
  };
  readonly new_badge: { readonly badge: string };
  readonly alert: AlertFacts & { readonly stage: Stage; readonly alertId: string };
  readonly alert_summary: { readonly alerts: readonly AlertFacts[] };
  readonly digest: {
    /** Why the messages were held: quiet hours, or because there were too many. */
    readonly reason: "quiet" | "flood";
    /** Messages in the digest, possibly more than are listed. */
    readonly count: number;
    readonly lines: readonly { readonly time: string; readonly text: string }[];
  };
  readonly anchor_hint: {
    /** Whether the boat sailed away from its anchor watch, rather than has none. */
    readonly isOver: boolean;
  };
  readonly autodiscovery: {
    /** The new keys, separated by commas. */
    readonly keys: string;
  };
  readonly anchor_watch_off: object;
  readonly new_24h_record: {
    readonly log: string;
    readonly logId: string;
    readonly distance: string;
    /** The previous record. */
    readonly before: string;
  };
  readonly email_valid: {
    /** Channels removed because they were set before. */
    readonly ended: readonly string[];
  };
  readonly push_valid: object;
  readonly messenger_valid: object;
  readonly password_changed: {
    /** Channels removed with the old password. */
    readonly ended: readonly string[];
    /** Channels kept. */
    readonly going: readonly string[];
    /** The user's own boats, whose tokens stay valid. */
    readonly boats: readonly string[];
    /** Devices that stay linked to these boats, newest first. */
    readonly devices: readonly string[];
  };
  readonly channel_added: {
    /** The channels, with masked addresses. */
    readonly added: readonly string[];
  };
  readonly no_vessel: object;
  readonly no_metadata: object;
  readonly no_activity: {
    /** The boat's last contact. */
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

/** Responses to something the user just did: always sent, by e-mail only. */
export const WITH_CODE: ReadonlySet<string> = new Set<MessageKind>([
  "email_otp",
  "email_reset",
  "messenger_otp",
]);

/** Confirmations that a channel works, sent when it is connected. */
export const CONNECTIONS = [
  "email_valid",
  "push_valid",
  "messenger_valid",
] as const satisfies readonly MessageKind[];

/** Security notices to the account's owner about access: always by e-mail, cannot be switched off. */
export const SAFETY: ReadonlySet<string> = new Set<MessageKind>(["password_changed", "channel_added"]);

/** Channels other than the account's own mailbox. */
export const CHANNELS_BESIDE = ["push", "webpush", "messenger", "webhook", "ntfy", "apprise"] as const;
export type ChannelBeside = (typeof CHANNELS_BESIDE)[number];

/** Kinds that a user can switch off per channel. */
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

/** The link to set a new password. */
export function resetAddress(
  webUrl: string,
  { accountId, code }: Pick<FactsByKind["email_reset"], "accountId" | "code">,
): string {
  return `${webUrl}/reset-password?uuid=${encodeURIComponent(accountId)}&token=${encodeURIComponent(code)}`;
}

/** The link to acknowledge an alert, after signing in. */
export function acknowledgeAddress(webUrl: string, alertId: string): string {
  return `${webUrl}/alerts?acknowledge=${encodeURIComponent(alertId)}`;
}
