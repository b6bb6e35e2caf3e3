import { ALL_LOGS, type LogFilter } from "../../api/logbook/find-logs.ts";
import type { TracksQuery } from "../../api/tracks/lines.ts";
import { narrows } from "../log-filter/view.ts";

/** As many numbers as an address has room for. */
const MOST_NUMBERS = 500;

/** Whether a filter chooses by nothing but words and days. */
export function onlyWordsAndDays({ words, since, until, ...more }: LogFilter): boolean {
  return !narrows({ ...ALL_LOGS, ...more });
}

/** Whether a filter chooses by nothing but days, by which lines can be asked for as well. */
export function onlyDays(filter: LogFilter): boolean {
  return filter.words === "" && onlyWordsAndDays(filter);
}

/**
 * How to ask for the lines of the logs that a filter finds: by their days, or by number where it looks for more than
 * days. So many logs that their numbers find no room are asked for by their days, with others among them.
 * @param ids the logs that it finds; undefined as long as that is not known
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
