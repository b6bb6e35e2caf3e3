import { useSyncExternalStore } from "react";
import { type Clock, deviceZone, keepTimeOf } from "../units/instant.ts";
import { showIn, UNITS_OF, type UnitChoice, type UnitSystem } from "../units/quantity.ts";

/** How values are shown on this device. */
export interface Display extends UnitChoice {
  readonly clock: Clock;
  /** The time zone of the boat's local time, such as `Europe/Helsinki`. */
  readonly zone: string;
}

/** Every time zone that the browser knows, and this device's. */
export function zones(): readonly string[] {
  return [...new Set([deviceZone(), "UTC", ...Intl.supportedValuesOf("timeZone")])];
}

const KEY = "wakelog.display";
const ZONE_KEY = "wakelog.zone";
const listeners = new Set<() => void>();
let chosenZone = known(localStorage.getItem(ZONE_KEY));
let display = parse(localStorage.getItem(KEY));
apply();

function known(zone: string | null): string | null {
  return zone !== null && zones().includes(zone) ? zone : null;
}

function parse(stored: string | null): Display {
  const words = new Set((stored ?? "").split(" "));
  return {
    clock: words.has("both") ? "both" : words.has("local") ? "local" : "utc",
    units: words.has("metric") ? "metric" : words.has("imperial") ? "imperial" : "nautical",
    temperature: words.has("fahrenheit") ? "fahrenheit" : "celsius",
    pressure: words.has("inches") ? "inches" : "hectopascal",
    depth: words.has("feet") ? "feet" : "metres",
    get zone() {
      return chosenZone ?? deviceZone();
    },
  };
}

/** From now on everything that is formatted is formatted so. */
function apply(): void {
  showIn(display);
  keepTimeOf(chosenZone);
}

/** Changes some of the choices and remembers them on this device. */
export function chooseDisplay(change: Partial<Display>): void {
  display = { ...display, ...change };
  const { zone, ...words } = display;
  chosenZone = zone;
  localStorage.setItem(KEY, Object.values(words).join(" "));
  localStorage.setItem(ZONE_KEY, zone);
  apply();
  for (const listener of listeners) listener();
}

/** Chooses a system of units with all that goes with it. */
export function chooseUnits(units: UnitSystem): void {
  chooseDisplay(UNITS_OF[units]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDisplay(): Display {
  return useSyncExternalStore(subscribe, () => display);
}
