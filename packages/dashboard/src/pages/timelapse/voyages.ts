import type { LogFilter } from "../../api/logbook/find-logs.ts";
import { readFilter, writeFilter } from "../../features/log-filter/view.ts";

/** The voyages to play: logs by id, or those that match a filter. */
export interface Voyages {
  readonly logs: readonly number[];
  readonly filter: LogFilter;
}

/** Parses an address such as `?logs=1,2` or `?from=2026-07-01`. */
export function readVoyages(query: URLSearchParams): Voyages {
  const logs = (query.get("logs") ?? "").split(",").filter((id) => /^[1-9]\d{0,14}$/.test(id));
  return { filter: readFilter(query), logs: logs.map(Number) };
}

/** Writes such an address. */
export function writeVoyages({ logs, filter }: Voyages): Readonly<Record<string, string | null>> {
  return { logs: logs.join(","), ...writeFilter(filter) };
}
