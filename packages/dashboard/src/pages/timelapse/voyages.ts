import type { LogFilter } from "../../api/logbook/find-logs.ts";
import { readFilter, writeFilter } from "../../features/log-filter/view.ts";

/** Which voyages are played: logs by their numbers, or if there are none those that a filter finds. */
export interface Voyages {
  readonly logs: readonly number[];
  readonly filter: LogFilter;
}

/** The voyages of an address, such as `?logs=1,2` or `?from=2026-07-01`. */
export function readVoyages(query: URLSearchParams): Voyages {
  const logs = (query.get("logs") ?? "").split(",").filter((id) => /^[1-9]\d{0,14}$/.test(id));
  return { filter: readFilter(query), logs: logs.map(Number) };
}

/** The words of such an address. */
export function writeVoyages({ logs, filter }: Voyages): Readonly<Record<string, string | null>> {
  return { logs: logs.join(","), ...writeFilter(filter) };
}
