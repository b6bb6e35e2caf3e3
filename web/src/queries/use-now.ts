import { useSyncExternalStore } from "react";

const TICK_MS = 10_000;
const listeners = new Set<() => void>();
let now = new Date();
let timer: number | undefined;

function tick(): void {
  now = new Date();
  for (const listener of listeners) listener();
}

/** Timers of a page in the background are slowed down or stopped: it is looked at again with the right time. */
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

/** The time, some seconds old at most: what is shown with its age ages without a new answer. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => now);
}
