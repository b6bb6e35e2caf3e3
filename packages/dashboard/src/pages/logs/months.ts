import type { FoundLog } from "../../api/logbook/find-logs.ts";
import { monthIn } from "../../units/instant.ts";

/** The logs on one page that began in the same month. */
interface Month {
  /** `2026-07`, by the account's days as in the server's totals; empty for logs without a date. */
  readonly month: string;
  readonly logs: readonly FoundLog[];
}

/**
 * Groups time-sorted logs by month.
 * @param zone the account's time zone
 */
export function monthsOf(logs: readonly FoundLog[], zone: string): readonly Month[] {
  const months = new Map<string, FoundLog[]>();
  for (const log of logs) {
    const month = log.started === null ? "" : monthIn(log.started, zone);
    const ofMonth = months.get(month);
    if (ofMonth === undefined) months.set(month, [log]);
    else ofMonth.push(log);
  }
  return [...months].map(([month, ofMonth]) => ({ month, logs: ofMonth }));
}
