import { createBrowserHistory, useMatches, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { addressWith } from "./address.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The address of the page before. */
    readonly from?: string;
  }
}

/** The browser's history, shared with the router. */
export const visits = createBrowserHistory();

/** Path and query of the page that is shown, even while another one is loading. */
export function useLocation(): string {
  return useMatches({
    select: (matches) => {
      const { pathname, search } = matches.at(-1) ?? { pathname: "", search: {} };
      const query = new URLSearchParams(search as Readonly<Record<string, string>>).toString();
      return pathname + (query === "" ? "" : `?${query}`);
    },
  });
}

/** Goes to another page of the dashboard; `replace` leaves no step in the history. */
export function navigate(to: string, how: "push" | "replace" = "push"): void {
  const here = visits.location.pathname + visits.location.search;
  if (to === here) return;
  visits[how](to, { from: how === "push" ? here : visits.location.state.from });
}

/** Goes to where the visit came from. */
export function goBack(): void {
  visits.back();
}

/** The address of this path that the visit came from, with its query; null if it came from elsewhere. */
export function cameFrom(path: string): string | null {
  const { from } = visits.location.state;
  return from !== undefined && from.split("?")[0] === path ? from : null;
}

/**
 * What a page keeps in the query of its address, and how to change it. So the page shows the same after going
 * back, after a reload and from a shared link.
 * @param read accepts any query; a value that makes no sense counts as missing
 * @param write the query's words; empty ones are left out
 */
export function useQueryWords<T>(
  read: (query: URLSearchParams) => T,
  write: (value: T) => Readonly<Record<string, string | null>>,
): readonly [T, (value: T, how?: "push" | "replace") => void] {
  const words: Readonly<Record<string, string>> = useSearch({ strict: false });
  const value = useMemo(() => read(new URLSearchParams(words)), [read, words]);
  const change = useCallback(
    (next: T, how: "push" | "replace" = "push") => {
      navigate(addressWith(visits.location.pathname, write(next)), how);
    },
    [write],
  );
  return [value, change];
}
