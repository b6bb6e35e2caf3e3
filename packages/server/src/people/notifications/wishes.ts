/**
 * A user's preferences for messages: which, where, and in which form. An unreadable value counts as not set and blocks
 * nothing.
 */
import { z } from "zod";
import type { Reading } from "./messages/reading.ts";
import { DEPTHS, PRESSURES, TEMPERATURES, UNITS, type Units, unitsWith } from "./messages/unit-choice.ts";
import { SEVERITIES, type Severity } from "./words/facts.ts";
import { languageOf } from "./words/languages.ts";

export const PERSONAL_CHANNELS = [
  "email",
  "push",
  "webpush",
  "messenger",
  "webhook",
  "ntfy",
  "apprise",
] as const;
export type PersonalChannel = (typeof PERSONAL_CHANNELS)[number];

export interface Wishes {
  /** Whether the address is proven to be this user's. */
  readonly isProven: boolean;
  /** Addresses by channel; channels that are switched off or not set up are absent. */
  readonly addresses: ReadonlyMap<PersonalChannel, readonly string[]>;
  /** Kinds of messages that are switched off, by channel. */
  readonly muted: ReadonlyMap<PersonalChannel, ReadonlySet<string>>;
  readonly reading: Reading;
  /** The least severity of alarms on board that sends messages. */
  readonly boatAlerts: Severity;
  /** Keys with unreadable values, for the operator. */
  readonly unreadable: readonly string[];
}

/** A Push API subscription, as the browser describes it. */
export interface Subscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

const preferencesObject = z.record(z.string(), z.unknown());
/** A boolean, or the text that earlier releases stored. */
const flag = z.union([z.boolean(), z.stringbool({ truthy: ["true"], falsy: ["false"] })]);
const chat = z.object({ chat: z.object({ id: z.union([z.number(), z.string().min(1)]) }) });
const subscription = z.object({
  endpoint: z.string().min(1),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
});
const mutedKinds = z.record(z.string(), z.array(z.string()));

/** Reads one preference; null if not set. */
type Read = <T>(key: string, schema: z.ZodType<T>) => T | null;

/**
 * Reads the preferences. A linked phone or chat, or an entered address, gets messages unless they are switched off.
 * @param email the account's address
 */
export function wishesOf(email: string, preferences: unknown): Wishes {
  const all = preferencesObject.safeParse(preferences).data ?? {};
  const unreadable: string[] = [];
  const read: Read = (key, schema) => {
    const value = Object.hasOwn(all, key) ? all[key] : undefined;
    if (value === undefined || value === null) return null;
    const parsed = schema.safeParse(value);
    if (!parsed.success) unreadable.push(key);
    return parsed.data ?? null;
  };
  const addresses = new Map<PersonalChannel, readonly string[]>(
    Object.entries(addressesIn(email, read)).flatMap(([channel, found]) =>
      isPersonalChannel(channel) && found.length > 0 ? [[channel, found]] : [],
    ),
  );
  const muted = new Map<PersonalChannel, ReadonlySet<string>>(
    Object.entries(read("muted", mutedKinds) ?? {}).flatMap(([channel, kinds]) =>
      isPersonalChannel(channel) ? [[channel, new Set(kinds)]] : [],
    ),
  );
  const isProven = read("email_valid", flag) ?? false;
  const boatAlerts = read("boat_alerts", z.enum(SEVERITIES)) ?? "warn";
  return { isProven, addresses, muted, reading: readingIn(read), boatAlerts, unreadable };
}

function addressesIn(email: string, read: Read): Readonly<Record<PersonalChannel, readonly string[]>> {
  const phoneWanted = read("phone_notifications", flag) ?? true;
  const emailWanted = read("email_notifications", flag) ?? false;
  const messenger = read("messenger", chat);
  const entered = (key: string): readonly string[] => {
    const text = read(key, z.string());
    return text === null || text === "" ? [] : [text];
  };
  const pushKey = entered("push_user_key");
  const browsers = read("webpush_subscriptions", z.array(subscription)) ?? [];
  return {
    email: emailWanted ? [email] : [],
    push: phoneWanted ? pushKey : [],
    webpush: browsers.map(({ endpoint }) => endpoint),
    messenger: phoneWanted && messenger !== null ? [String(messenger.chat.id)] : [],
    webhook: entered("webhook_url"),
    ntfy: entered("ntfy_url"),
    apprise: entered("apprise_url"),
  };
}

const zone = z.string().refine((name) => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== null;
  } catch {
    return false;
  }
});

function readingIn(read: Read): Reading {
  const chosen = read("units", z.enum(UNITS));
  const usual: Units = read("use_imperial_units", flag) === true ? "imperial" : "nautical";
  const hours = read("quiet_hours", z.object({ zone: z.string().nullish() }));
  return {
    language: languageOf(read("language", z.string())),
    units: unitsWith(chosen ?? usual, {
      temperature: read("temperature_unit", z.enum(TEMPERATURES)),
      pressure: read("pressure_unit", z.enum(PRESSURES)),
      depth: read("depth_unit", z.enum(DEPTHS)),
    }),
    zone: read("time_zone", zone) ?? hours?.zone ?? null,
  };
}

/** The browsers in the preferences; none if unreadable. */
export function subscriptionsIn(preferences: unknown): readonly Subscription[] {
  const found = preferencesObject.safeParse(preferences).data?.webpush_subscriptions;
  return z.array(subscription).safeParse(found).data ?? [];
}

/** The key that signs a user's webhooks, or null. */
export function webhookSecretIn(preferences: unknown): string | null {
  const found = z.string().safeParse(preferencesObject.safeParse(preferences).data?.webhook_secret).data;
  return found === undefined || found === "" ? null : found;
}

export function isPersonalChannel(name: string): name is PersonalChannel {
  return PERSONAL_CHANNELS.some((channel) => channel === name);
}
