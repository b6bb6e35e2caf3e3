import type { LogLine } from "../../api/logs.ts";
import { type Clock, formatMonth } from "../../units/instant.ts";

/** Logs that began in one month, in the order in which they came. */
export interface Month {
  readonly name: string;
  readonly logs: readonly LogLine[];
  readonly distanceNm: number;
}

/** Cuts a list that is sorted by time into its months. */
export function monthsOf(logs: readonly LogLine[], clock: Clock): readonly Month[] {
  const months = new Map<string, LogLine[]>();
  for (const log of logs) {
    const name = log.started === null ? "Without a date" : formatMonth(log.started, clock);
    months.set(name, [...(months.get(name) ?? []), log]);
  }
  return [...months].map(([name, ofMonth]) => ({
    name,
    logs: ofMonth,
    distanceNm: ofMonth.reduce((sum, log) => sum + (log.distanceNm ?? 0), 0),
  }));
}
