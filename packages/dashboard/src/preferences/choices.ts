/** How values are shown: what the account chose, unless this device chose otherwise for itself. Pure. */
import { isJsonObject } from "../api/json.ts";
import type { Clock } from "../units/instant.ts";
import { UNITS_OF, type UnitChoice, type UnitSystem } from "../units/quantity.ts";

/** What an account chose; null where it chose nothing. */
export type AccountChoices = { readonly [K in keyof UnitChoice]: UnitChoice[K] | null } & {
  /** The zone of its days and messages, such as `Europe/Helsinki`. */
  readonly zone: string | null;
};

/** What a device chose for itself. */
export type DeviceChoices = Partial<UnitChoice & { readonly clock: Clock; readonly zone: string }>;

/** How values are shown. */
export interface Display extends UnitChoice {
  readonly clock: Clock;
  /** The time zone of the boat's local time; null for that of this device. */
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

/** The name of a time zone that the browser knows; null for any other value. */
function zoneOf(value: unknown): string | null {
  if (typeof value !== "string" || value === "") return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value }) && value;
  } catch {
    return null;
  }
}

/** What the preferences of an account say, as the service understands them. */
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

/** The choices in a text that this device remembered; none in any other text. */
export function deviceChoices(text: string | null): DeviceChoices {
  const stored = objectIn(text);
  const found: Record<string, string | null> = { zone: zoneOf(stored.zone) };
  for (const [name, values] of Object.entries(VALUES)) found[name] = oneOf<string>(values, stored[name]);
  // Each is one of the values of its name.
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

/** How values are shown. Times are in the chosen zone, or in UTC if nothing was chosen. */
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
