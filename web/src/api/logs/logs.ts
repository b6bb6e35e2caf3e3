import { secondsOfDuration } from "../../units/duration.ts";
import { contains, pathOf, type Question } from "../question.ts";
import { booleanOf, idOf, instantOf, numberOf, type Row, requiredRows, textOf } from "../row.ts";

/** A log as lists show it. Name, places and distance are null until the log is finished. */
export interface LogLine {
  readonly id: number;
  readonly name: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly started: Date | null;
  readonly ended: Date | null;
  /** All of it, with what was not recorded. */
  readonly distanceNm: number | null;
  /** The part along the recorded track. */
  readonly recordedNm: number | null;
  /** The part across silences; null where all of it was recorded. */
  readonly notRecordedNm: number | null;
  /** Whether the server is so unsure where it begins and ends that somebody should look. */
  readonly doubtful: boolean;
  readonly durationSeconds: number | null;
}

/** Reads the columns that `logs_view` and `log_view` have in common. */
export function logLine(row: Row): LogLine {
  const started = instantOf(row.started);
  const ended = instantOf(row.ended);
  const told = secondsOfDuration(textOf(row.duration) ?? "");
  const between = started === null || ended === null ? null : (ended.getTime() - started.getTime()) / 1000;
  const distanceNm = numberOf(row.distance);
  const notRecordedNm = numberOf(row.not_recorded);
  return {
    id: idOf(row),
    name: textOf(row.name),
    from: textOf(row.from),
    to: textOf(row.to),
    started,
    ended,
    distanceNm,
    recordedNm: distanceNm === null ? null : Math.max(0, distanceNm - (notRecordedNm ?? 0)),
    notRecordedNm,
    doubtful: booleanOf(row.doubtful) ?? false,
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
      select: "id,name,from,to,started,ended,distance,duration,doubtful,not_recorded",
      order: "started.desc",
      limit: String(page.limit),
      offset: page.offset === 0 ? undefined : String(page.offset),
      name: search === "" ? undefined : contains(search),
    }),
    count: true,
    parse,
  };
}

function parseIds(body: unknown): readonly number[] {
  return requiredRows(body, "logs").map(idOf);
}

/** One log beside a given time. */
function besideQuestion(started: string, order: string): Question<readonly number[]> {
  return {
    path: pathOf("/logs_view", { select: "id", started, order, limit: "1" }),
    count: false,
    parse: parseIds,
  };
}

/** The log before another one: its id, alone; nothing for the first log. */
export function logBeforeQuestion(started: Date | null): Question<readonly number[]> {
  return besideQuestion(`lt.${(started ?? new Date(0)).toISOString()}`, "started.desc");
}

/** The log after another one: its id, alone; nothing for the last log. */
export function logAfterQuestion(started: Date | null): Question<readonly number[]> {
  return besideQuestion(`gt.${(started ?? new Date()).toISOString()}`, "started.asc");
}
