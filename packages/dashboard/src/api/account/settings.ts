import type { Json, Procedures } from "../generated/api-types.ts";
import { type JsonMembers, membersOf } from "../json.ts";
import { procedureQuestion } from "../question.ts";
import { AnswerShapeError, numberOf, type Row, rowOf } from "../row.ts";
import { CHANNELS, type Channel } from "./channels.ts";
import { PUBLISHED, type Published } from "./publishing.ts";

/** The hours in which only urgent messages are sent. */
export interface QuietHours {
  /** `HH:MM`. */
  readonly from: string;
  readonly to: string;
  /** For example `Europe/Helsinki`; null for the account's time zone. */
  readonly zone: string | null;
}

/** The server's settings for the signed-in user. */
export interface Settings {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly createdAt: Date | null;
  readonly hasVessel: boolean;
  /** Whether the user has confirmed the address with a mailed code. */
  readonly emailValid: boolean;
  /** Whether a chat is linked to the chat bot. */
  readonly hasChat: boolean;
  /** The channels that can deliver a message. */
  readonly reachedOn: readonly Channel[];
  /** URLs that messages are posted to; empty if unset. */
  readonly posts: Readonly<Record<"webhook_url" | "ntfy_url" | "apprise_url", string>>;
  /** Message kinds switched off, by channel. */
  readonly muted: Readonly<Record<Channel, readonly string[]>>;
  readonly quietHours: QuietHours | null;
  /** The boat's public name; empty if unset. */
  readonly publicName: string;
  /** What the public sees; the ids of logs if only of these. */
  readonly published: Readonly<Record<Published, "all" | "none" | readonly number[]>>;
  /** The stored preferences, including those unknown to the dashboard. */
  readonly stored: JsonMembers;
}

/** The part of `settings_fn` that the dashboard reads. */
interface SettingsJson {
  readonly email: string;
  readonly first: string;
  readonly last: string;
  readonly created_at: string;
  readonly has_vessel: boolean;
  readonly preferences: PreferencesJson;
}

/** Stored preferences; those never set are missing. */
export interface PreferencesJson extends Partial<Record<Published, boolean | readonly unknown[]>> {
  readonly email_valid?: boolean;
  readonly email_notifications?: boolean;
  /** Whether the push service and the chat bot are enabled. */
  readonly phone_notifications?: boolean;
  readonly push_user_key?: string;
  readonly webpush_subscriptions?: readonly unknown[];
  /** The chat linked to the account. */
  readonly messenger?: object;
  readonly webhook_url?: string;
  readonly ntfy_url?: string;
  readonly apprise_url?: string;
  readonly muted?: object;
  readonly quiet_hours?: object;
  readonly language?: string;
  readonly units?: string;
  readonly temperature_unit?: string;
  readonly pressure_unit?: string;
  readonly depth_unit?: string;
  readonly time_zone?: string;
  readonly public_vessel?: string;
}

/** Whether a response to the settings' question names a boat. */
export function namesBoat(body: unknown): boolean {
  const settings = rowOf<Procedures["settings_fn"]["result"]>(body)?.row<SettingsJson>("settings");
  return settings?.boolean("has_vessel") ?? false;
}

export const settingsQuestion = procedureQuestion("settings_fn", (result): Settings => {
  const settings = result.row<SettingsJson>("settings");
  const preferences = settings?.row<PreferencesJson>("preferences") ?? null;
  if (settings === null || preferences === null) throw new AnswerShapeError("settings");
  const posts = {
    webhook_url: preferences.text("webhook_url") ?? "",
    ntfy_url: preferences.text("ntfy_url") ?? "",
    apprise_url: preferences.text("apprise_url") ?? "",
  };
  return {
    email: settings.text("email") ?? "",
    firstName: settings.text("first") ?? "",
    lastName: settings.text("last") ?? "",
    createdAt: settings.instant("created_at"),
    hasVessel: settings.boolean("has_vessel") ?? false,
    emailValid: preferences.boolean("email_valid") ?? false,
    hasChat: preferences.row("messenger") !== null,
    reachedOn: reachedOn(preferences, posts),
    posts,
    muted: mutedIn(preferences),
    quietHours: quietHoursIn(preferences),
    publicName: preferences.text("public_vessel") ?? "",
    published: byName(PUBLISHED, (name) => {
      if (preferences.boolean(name) === true) return "all";
      const ids = preferences.list(name).flatMap((id) => numberOf(id) ?? []);
      return ids.length > 0 ? ids : "none";
    }),
    stored: settings.members("preferences"),
  };
});

function byName<K extends string, V>(names: readonly K[], value: (name: K) => V): Readonly<Record<K, V>> {
  const found: Partial<Record<K, V>> = {};
  for (const name of names) found[name] = value(name);
  return found as Readonly<Record<K, V>>;
}

function reachedOn(preferences: Row<PreferencesJson>, posts: Settings["posts"]): readonly Channel[] {
  const mayPhone = preferences.boolean("phone_notifications") ?? true;
  const has: Readonly<Record<Channel, boolean>> = {
    // An unconfirmed address receives only codes.
    email:
      preferences.boolean("email_valid") === true && (preferences.boolean("email_notifications") ?? false),
    push: mayPhone && (preferences.text("push_user_key") ?? "") !== "",
    webpush: preferences.list("webpush_subscriptions").length > 0,
    messenger: mayPhone && preferences.row("messenger") !== null,
    webhook: posts.webhook_url !== "",
    ntfy: posts.ntfy_url !== "",
    apprise: posts.apprise_url !== "",
  };
  return CHANNELS.filter((channel) => has[channel]);
}

function mutedIn(preferences: Row<PreferencesJson>): Settings["muted"] {
  const muted = preferences.row<Partial<Record<Channel, readonly unknown[]>>>("muted");
  return byName(CHANNELS, (channel) =>
    (muted?.list(channel) ?? []).filter((kind): kind is string => typeof kind === "string"),
  );
}

/** The preference with changed quiet hours; other members are kept. */
export function quietHoursWith(stored: JsonMembers, hours: Partial<QuietHours>): JsonMembers {
  return { ...membersOf(stored.quiet_hours), ...hours };
}

/** The preference with a message kind switched on or off on every channel; other members are kept. */
export function mutedWith(stored: JsonMembers, kind: string, on: boolean): JsonMembers {
  const before = membersOf(stored.muted);
  const kindsOf = (channel: Channel): readonly Json[] => {
    const kinds = before[channel];
    const others = (Array.isArray(kinds) ? kinds : []).filter((one) => one !== kind);
    return on ? others : [...others, kind];
  };
  return { ...before, ...byName(CHANNELS, kindsOf) };
}

function quietHoursIn(preferences: Row<PreferencesJson>): QuietHours | null {
  const hours = preferences.row<{ from: string; to: string; zone: string }>("quiet_hours");
  const [from, to] = [hours?.text("from"), hours?.text("to")];
  return from == null || to == null ? null : { from, to, zone: hours?.text("zone") ?? null };
}
