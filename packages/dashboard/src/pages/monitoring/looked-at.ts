import type { Span } from "../../api/boat/history.ts";

/** The page's state: all measurements, or the history of one. */
export interface MonitoringView {
  readonly key: string | null;
  readonly span: Span;
}

export const DAY_HOURS = 24;
/** The longest span that can be requested. */
const MOST_HOURS = 87_600;

/** Parses the page's query. */
export function readMonitoringView(query: URLSearchParams): MonitoringView {
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

/** Writes the page's query. */
export function writeMonitoringView({ key, span }: MonitoringView): Readonly<Record<string, string | null>> {
  return {
    key,
    hours: span.hours === DAY_HOURS ? null : String(span.hours),
    until: span.until?.toISOString() ?? null,
  };
}
