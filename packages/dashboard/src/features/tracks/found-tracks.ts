import { ALL_LOGS, type LogFilter } from "../../api/logbook/find-logs.ts";
import type { TracksQuery } from "../../api/tracks/lines.ts";
import { narrows } from "../log-filter/view.ts";

/** As many ids as fit into a URL. */
const MOST_NUMBERS = 500;

/** Whether a filter has only words and days. */
export function onlyWordsAndDays({ words, since, until, ...more }: LogFilter): boolean {
  return !narrows({ ...ALL_LOGS, ...more });
}

/** Whether a filter has only days, which the tracks request supports. */
export function onlyDays(filter: LogFilter): boolean {
  return filter.words === "" && onlyWordsAndDays(filter);
}

/**
 * How to request the lines of a filter's logs: by days, or by ids where it filters by more. Too many ids for a URL
 * fall back to their days, which includes other logs.
 * @param ids of the matching logs; undefined until known
 */
export function linesOf(
  filter: LogFilter,
  ids: readonly number[] | undefined,
): Pick<TracksQuery, "ids" | "from" | "to"> {
  if (!onlyDays(filter) && (ids === undefined || ids.length <= MOST_NUMBERS)) return { ids: ids ?? [] };
  return {
    ...(filter.since === "" ? {} : { from: filter.since }),
    ...(filter.until === "" ? {} : { to: filter.until }),
  };
}
