import { useSyncExternalStore } from "react";
import type { Clock } from "../units/instant.ts";
import type { UnitChoice } from "../units/quantity.ts";

/** How values are shown on this device. */
export interface Display extends UnitChoice {
  readonly clock: Clock;
}

const KEY = "wakelog.display";
const listeners = new Set<() => void>();
let display = parse(localStorage.getItem(KEY));

function parse(stored: string | null): Display {
  const words = new Set((stored ?? "").split(" "));
  return {
    clock: words.has("local") ? "local" : "utc",
    temperature: words.has("fahrenheit") ? "fahrenheit" : "celsius",
    pressure: words.has("inches") ? "inches" : "hectopascal",
  };
}

/** Changes some of the choices and remembers them on this device. */
export function chooseDisplay(change: Partial<Display>): void {
  display = { ...display, ...change };
  localStorage.setItem(KEY, Object.values(display).join(" "));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDisplay(): Display {
  return useSyncExternalStore(subscribe, () => display);
}
