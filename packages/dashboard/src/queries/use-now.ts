import { createContext, use, useSyncExternalStore } from "react";
import { FRESH_SECONDS, isFresh } from "../units/freshness.ts";

const TICK_MS = 10_000;
const listeners = new Set<() => void>();
let now = new Date();
let timer: number | undefined;

function tick(): void {
  now = new Date();
  for (const listener of listeners) listener();
}

/** Browsers throttle timers of background pages: correct the time when the page regains focus. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    timer = window.setInterval(tick, TICK_MS);
    document.addEventListener("visibilitychange", tick);
    now = new Date();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    document.removeEventListener("visibilitychange", tick);
  };
}

/** The current time, at most some seconds old, so that ages on the page advance without a new response. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => now);
}

/** For how long the boat's values are current, on pages that know how often she sends. */
export const FreshFor = createContext(FRESH_SECONDS);

/** Whether values of a time are current. */
export function useIsFresh(): (time: Date | null) => boolean {
  const now = useNow();
  const seconds = use(FreshFor);
  return (time) => isFresh(time, now, seconds);
}
