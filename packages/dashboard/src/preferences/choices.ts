/** Display settings: the account's, unless this device overrides them. Pure. */
import { isJsonObject } from "../api/json.ts";
import type { Clock } from "../units/instant.ts";
import { UNITS_OF, type UnitChoice, type UnitSystem } from "../units/quantity.ts";

/** An account's settings; null where unset. */
export type AccountChoices = { readonly [K in keyof UnitChoice]: UnitChoice[K] | null } & {
  /** The zone of its days and messages, such as `Europe/Helsinki`. */
  readonly zone: string | null;
};

/** A device's overrides. */
export type DeviceChoices = Partial<UnitChoice & { readonly clock: Clock; readonly zone: string }>;

/** The resulting display settings. */
export interface Display extends UnitChoice {
  readonly clock: Clock;
  /** The boat's time zone; null for this device's. */
  readonly zone: string | null;
}

const VALUES = {
  units: ["nautical", "metric", "imperial"],
  temperature: ["celsius", "fahrenheit"],
  pressure: ["hectopascal", "inches"],
  depth: ["metres", "feet"],
  clock: ["utc", "local", "both"],
} as const;

function oneOf<T extends string>(values: readonly T[], value: unknown): T | null {
  return values.find((one) => one === value) ?? null;
}

/** The name of a time zone known to the browser; null for any other value. */
function zoneOf(value: unknown): string | null {
  if (typeof value !== "string" || value === "") return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value }) && value;
  } catch {
    return null;
  }
}

/** The display settings in an account's preferences, as the service interprets them. */
export function accountChoices(preferences: Readonly<Record<string, unknown>>): AccountChoices {
  const { units, use_imperial_units: isImperial, quiet_hours: hours } = preferences;
  const earlier: UnitSystem | null = isImperial === true || isImperial === "true" ? "imperial" : null;
  return {
    units: oneOf(VALUES.units, units) ?? earlier,
    temperature: oneOf(VALUES.temperature, preferences.temperature_unit),
    pressure: oneOf(VALUES.pressure, preferences.pressure_unit),
    depth: oneOf(VALUES.depth, preferences.depth_unit),
    zone: zoneOf(preferences.time_zone) ?? (isJsonObject(hours) ? zoneOf(hours.zone) : null),
  };
}

/** Parses the stored overrides; none from any other text. */
export function deviceChoices(text: string | null): DeviceChoices {
  const stored = objectIn(text);
  const found: Record<string, string | null> = { zone: zoneOf(stored.zone) };
  for (const [name, values] of Object.entries(VALUES)) found[name] = oneOf<string>(values, stored[name]);
  // Each is a valid value of its setting.
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null)) as DeviceChoices;
}

function objectIn(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Combines the settings. Times are in the chosen zone, UTC by default. */
export function displayOf(account: AccountChoices, device: DeviceChoices): Display {
  const units = device.units ?? account.units ?? "nautical";
  const implied = UNITS_OF[units];
  const zone = device.zone ?? account.zone;
  return {
    units,
    temperature: device.temperature ?? account.temperature ?? implied.temperature,
    pressure: device.pressure ?? account.pressure ?? implied.pressure,
    depth: device.depth ?? account.depth ?? implied.depth,
    clock: device.clock ?? (zone === null || zone === "UTC" ? "utc" : "local"),
    zone: zone === "UTC" ? null : zone,
  };
}
