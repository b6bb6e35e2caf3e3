import { useSyncExternalStore } from "react";

let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();

function offer(worker: ServiceWorker | null): void {
  waiting = worker;
  for (const listener of listeners) listener();
}

function watch(registration: ServiceWorkerRegistration | undefined): void {
  // Some browsers refuse workers without saying so.
  if (registration === undefined) return;
  if (registration.waiting !== null) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      // Without a controller this is the first visit, not an update.
      if (worker.state === "installed" && navigator.serviceWorker.controller !== null) offer(worker);
    });
  });
}

/** Starts the service worker where browsers allow it: on https, and on localhost. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  void navigator.serviceWorker.register("/sw.js").then(watch, () => {
    // Private windows refuse it: the dashboard then works online only.
  });
}

/** Whether a newer dashboard is ready. */
export function useUpdateReady(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting !== null,
  );
}

/** Switches to the newer dashboard. */
export function takeUpdate(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => window.location.reload(), {
    once: true,
  });
  waiting?.postMessage("take-over");
}
