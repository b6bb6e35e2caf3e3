/** The channels for messages to a user. */
export const CHANNELS = ["email", "push", "webpush", "messenger", "webhook", "ntfy", "apprise"] as const;
export type Channel = (typeof CHANNELS)[number];

/** The kinds of messages a user can switch off. */
export const KINDS = [
  "logbook",
  "alert",
  "alert_summary",
  "anchor_hint",
  "anchor_watch_off",
  "monitor_offline",
  "monitor_online",
  "new_24h_record",
  "new_badge",
  "autodiscovery",
  "no_activity",
] as const;
export type Kind = (typeof KINDS)[number];
