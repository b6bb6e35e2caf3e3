import { createContext, useCallback, useContext, useMemo } from "react";
import { addressWith } from "./address.ts";

/** A history entry. */
export interface Visit {
  readonly pathname: string;
  /** With `?`; empty without a query. */
  readonly search: string;
  /** With `#`; empty without a fragment. */
  readonly hash: string;
  /** Identifies it, also after a reload. */
  readonly key: string;
  /** The previous page's path; null if it is outside the dashboard. */
  readonly from: string | null;
}

/** How a visit began; "pop" by going back or forth, or by a link within the page. */
export type Way = "push" | "replace" | "pop";

type Listener = (way: Way) => void;

let here = visitOf(window.location, window.history.state);
keepStep(here);
const listeners = new Set<Listener>();

/** The current history entry. */
export function currentVisit(): Visit {
  return here;
}

/** Subscribes to visits. @returns a function that unsubscribes */
export function followVisits(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function visitOf({ pathname, search, hash }: Omit<Visit, "key" | "from">, state: unknown): Visit {
  const kept: { readonly key?: unknown; readonly from?: unknown } =
    typeof state === "object" && state !== null ? state : {};
  return {
    pathname: withoutEnd(pathname),
    search,
    hash,
    key: typeof kept.key === "string" ? kept.key : crypto.getRandomValues(new Uint32Array(2)).join("-"),
    from: typeof kept.from === "string" ? kept.from : null,
  };
}

/** Removes trailing slashes, except the only one. */
function withoutEnd(pathname: string): string {
  let end = pathname.length;
  while (end > 1 && pathname[end - 1] === "/") end -= 1;
  return pathname.slice(0, end);
}

function addressOf({ pathname, search, hash }: Visit): string {
  return pathname + search + hash;
}

function keepStep(visit: Visit): void {
  window.history.replaceState({ key: visit.key, from: visit.from }, "", addressOf(visit));
}

function begin(visit: Visit, way: Way): void {
  here = visit;
  for (const listener of listeners) listener(way);
}

window.addEventListener("popstate", ({ state }) => {
  const visit = visitOf(window.location, state);
  // A link within the page creates an entry without state.
  if (state === null) keepStep(visit);
  begin(visit, "pop");
});

/** The visit on screen, even while another page loads. */
export const ShownVisit = createContext<Visit | null>(null);

function useVisit(): Visit {
  return useContext(ShownVisit) ?? here;
}

/** Path and query of the page on screen, even while another one loads. */
export function useLocation(): string {
  const { pathname, search } = useVisit();
  return pathname + search;
}

/** Navigates within the dashboard; `replace` leaves no history entry. */
export function navigate(to: string, how: "push" | "replace" = "push"): void {
  const before = here.pathname + here.search;
  if (to === before) return;
  const visit = visitOf(new URL(to, window.location.href), {
    from: how === "push" ? before : here.from,
  });
  if (how === "push") window.history.pushState(null, "", addressOf(visit));
  keepStep(visit);
  begin(visit, how);
}

/** Returns to where the visit came from. */
export function goBack(): void {
  window.history.back();
}

/** The previous page's address, with its query, if it has this path; otherwise null. */
export function cameFrom(path: string): string | null {
  return here.from?.split("?")[0] === path ? here.from : null;
}

/**
 * A page's state in its query string, and how to change it, so that it survives going back, a reload and sharing.
 * @param read accepts any query; an invalid value counts as missing
 * @param write query parameters; empty ones are left out
 */
export function useQueryWords<T>(
  read: (query: URLSearchParams) => T,
  write: (value: T) => Readonly<Record<string, string | null>>,
): readonly [T, (value: T, how?: "push" | "replace") => void] {
  const { search } = useVisit();
  const value = useMemo(() => read(new URLSearchParams(search)), [read, search]);
  const change = useCallback(
    (next: T, how: "push" | "replace" = "push") => navigate(addressWith(here.pathname, write(next)), how),
    [write],
  );
  return [value, change];
}
