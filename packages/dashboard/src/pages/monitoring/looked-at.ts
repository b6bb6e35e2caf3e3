import type { Span } from "../../api/boat/history.ts";

/** What the page shows: every measurement, or how one of them went. */
export interface LookedAt {
  readonly key: string | null;
  readonly span: Span;
}

export const DAY_HOURS = 24;
/** As long as anybody can ask for. */
const MOST_HOURS = 87_600;

/** Reads the query of the address. */
export function readLookedAt(query: URLSearchParams): LookedAt {
  const hours = Number(query.get("hours") ?? DAY_HOURS);
  const until = new Date(query.get("until") ?? Number.NaN);
  return {
    key: query.get("key"),
    span: {
      hours: Number.isInteger(hours) && hours >= 1 && hours <= MOST_HOURS ? hours : DAY_HOURS,
      until: Number.isNaN(until.getTime()) ? null : until,
    },
  };
}

/** Writes the query of the address. */
export function writeLookedAt({ key, span }: LookedAt): Readonly<Record<string, string | null>> {
  return {
    key,
    hours: span.hours === DAY_HOURS ? null : String(span.hours),
    until: span.until?.toISOString() ?? null,
  };
}

/** The page's query for one measurement. */
export function queryOf(key: string): string {
  return `?${new URLSearchParams({ key })}`;
}
