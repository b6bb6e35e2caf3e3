import { secondsOfDuration } from "../units/duration.ts";
import { contains, pathOf, type Question } from "./question.ts";
import { idOf, instantOf, numberOf, type Row, requiredRows, textOf } from "./row.ts";

/** A log as lists show it. Name, places and distance are null until the log is finished. */
export interface LogLine {
  readonly id: number;
  readonly name: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly started: Date | null;
  readonly ended: Date | null;
  readonly distanceNm: number | null;
  readonly durationSeconds: number | null;
}

/** Reads the columns that `logs_view` and `log_view` have in common. */
export function logLine(row: Row): LogLine {
  const started = instantOf(row.started);
  const ended = instantOf(row.ended);
  const told = secondsOfDuration(textOf(row.duration) ?? "");
  const between = started === null || ended === null ? null : (ended.getTime() - started.getTime()) / 1000;
  return {
    id: idOf(row),
    name: textOf(row.name),
    from: textOf(row.from),
    to: textOf(row.to),
    started,
    ended,
    distanceNm: numberOf(row.distance),
    durationSeconds: told ?? between,
  };
}

function parse(body: unknown): readonly LogLine[] {
  return requiredRows(body, "logs").map(logLine);
}

/** One page of the logbook, newest first; `search` looks into the names. */
export function logsQuestion(page: {
  limit: number;
  offset: number;
  search: string;
}): Question<readonly LogLine[]> {
  const search = page.search.trim();
  return {
    path: pathOf("/logs_view", {
      order: "started.desc",
      limit: String(page.limit),
      offset: page.offset === 0 ? undefined : String(page.offset),
      name: search === "" ? undefined : contains(search),
    }),
    count: true,
    parse,
  };
}
