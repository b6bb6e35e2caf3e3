import { i18n } from "@lingui/core";
import { useSyncExternalStore } from "react";
import { isSameJson, type JsonMembers, membersOf } from "../api/json.ts";
import { remember, remembered } from "../offline/remembered.ts";
import { currentToken, lastEmail, sessionEnd } from "../session/token.ts";
import { deviceZone, keepTimeOf } from "../units/instant.ts";
import { showIn } from "../units/quantity.ts";
import {
  type AccountChoices,
  accountChoices,
  type DeviceChoices,
  deviceChoices,
  displayOf,
  type Display as Shown,
} from "./choices.ts";

/** How values are shown on this device. */
export interface Display extends Shown {
  /** The time zone of the boat's local time, such as `Europe/Helsinki`. */
  readonly zone: string;
}

/** Every time zone that the browser knows, and this device's. */
export function zones(): readonly string[] {
  return [...new Set([deviceZone(), "UTC", ...Intl.supportedValuesOf("timeZone")])];
}

/** What this device chose for itself. */
const KEY = "wakelog.display";
/** What the account chose, as it was last heard. */
const ACCOUNT_KEY = "wakelog.account-display";
/** How long that is believed without asking again. */
const HEARD_MS = 3_600_000;
/** The preferences that say how values are shown. */
const NAMES = [
  ...["units", "use_imperial_units", "temperature_unit", "pressure_unit", "depth_unit"],
  ...["time_zone", "quiet_hours"],
];

const listeners = new Set<() => void>();
let own = deviceChoices(remembered(KEY));
let account = accountChoices(heard()?.preferences ?? {});
let display = summary();

/** The signed-in account's preferences as last received, and when, in milliseconds; null if none were. */
function heard(): { readonly at: number; readonly preferences: JsonMembers } | null {
  try {
    const { email, at, preferences } = membersOf(JSON.parse(remembered(ACCOUNT_KEY) ?? "null"));
    return email === lastEmail() ? { at: Number(at), preferences: membersOf(preferences) } : null;
  } catch {
    return null;
  }
}

/** Whether to ask for the account's choices: they may have changed on another device. */
export function isAccountDue(): boolean {
  return !(Date.now() - (heard()?.at ?? 0) < HEARD_MS);
}

/** From now on everything that is formatted is formatted so. */
function summary(): Display {
  const shown = displayOf(account, own);
  showIn(shown);
  keepTimeOf(shown.zone);
  return { ...shown, zone: shown.zone ?? deviceZone() };
}

function apply(): void {
  display = summary();
  for (const listener of listeners) listener();
  // Whatever has words in it is drawn again, and figures with their units are words.
  i18n.emit("change");
}

/** What is being chosen for the account: an answer that was asked for before does not know of it. */
let unsent: JsonMembers = {};

/** Shows a choice for the account while it is sent. @param stored what the account has besides */
export async function chooseForAccount(
  stored: JsonMembers,
  choice: JsonMembers,
  send: () => Promise<boolean>,
): Promise<void> {
  unsent = choice;
  followAccount(stored);
  const isSet = await send();
  unsent = {};
  followAccount(isSet ? { ...stored, ...choice } : stored);
}

/** Takes over what the account chose, and remembers it. */
export function followAccount(preferences: JsonMembers): void {
  const current: JsonMembers = { ...preferences, ...unsent };
  const known = NAMES.flatMap((name) => (name in current ? [[name, current[name]] as const] : []));
  const chosen = Object.fromEntries(known);
  remember(ACCOUNT_KEY, JSON.stringify({ email: lastEmail(), at: Date.now(), preferences: chosen }));
  const before = account;
  account = accountChoices(chosen);
  if (!isSameJson(before, account)) apply();
}

/** Leaves nothing of the account on this device once its session was ended on purpose. */
export function forgetAccount(): void {
  if (currentToken() === null && sessionEnd() !== "expired") remember(ACCOUNT_KEY, null);
}

/** Chooses something for this device alone; undefined leaves it to the account again. */
export function chooseHere(
  change: { readonly [K in keyof DeviceChoices]: DeviceChoices[K] | undefined },
): void {
  own = deviceChoices(JSON.stringify({ ...own, ...change }));
  remember(KEY, Object.keys(own).length === 0 ? null : JSON.stringify(own));
  apply();
}

/** What this device chose for itself. */
export function choicesHere(): DeviceChoices {
  return own;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDisplay(): Display {
  return useSyncExternalStore(subscribe, () => display);
}

/** What the account chose, followed. */
export function useAccountChoices(): AccountChoices {
  return useSyncExternalStore(subscribe, () => account);
}
