import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("popstate", listener);
  };
}

/** Path and query of the page that is shown. */
export function useLocation(): string {
  return useSyncExternalStore(subscribe, () => window.location.pathname + window.location.search);
}

/** Goes to another page of the dashboard; `replace` leaves no step in the history. */
export function navigate(to: string, how: "push" | "replace" = "push"): void {
  if (to === window.location.pathname + window.location.search) return;
  if (how === "push") window.history.pushState(null, "", to);
  else window.history.replaceState(null, "", to);
  changed();
}
