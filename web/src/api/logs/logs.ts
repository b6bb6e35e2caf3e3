import type { Resources } from "../generated/api-types.ts";
import { contains, type Question, rowsQuestion } from "../question.ts";
import type { Row } from "../row.ts";

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
  /** The part across silences; null if all of it was recorded. */
  readonly notRecordedNm: number | null;
  /** Whether the server is so unsure where it begins and ends that somebody should look. */
  readonly doubtful: boolean;
  readonly durationSeconds: number | null;
}

/** The columns of a line, which the list of logs and the page of a log have in common. */
export const LINE_COLUMNS = [
  "id",
  "name",
  "from",
  "to",
  "started",
  "ended",
  "distance",
  "duration",
  "doubtful",
  "not_recorded",
] as const satisfies readonly (keyof Resources["logs_view"] & keyof Resources["log_view"])[];

type LineColumn = (typeof LINE_COLUMNS)[number];

/** Reads the columns of a line. */
export function logLine(row: Row<Pick<Resources["logs_view"], LineColumn>>): LogLine {
  const [started, ended] = [row.instant("started"), row.instant("ended")];
  const between = started === null || ended === null ? null : (ended.getTime() - started.getTime()) / 1000;
  const distanceNm = row.number("distance");
  const notRecordedNm = row.number("not_recorded");
  return {
    id: row.id("id"),
    name: row.text("name"),
    from: row.text("from"),
    to: row.text("to"),
    started,
    ended,
    distanceNm,
    recordedNm: distanceNm === null ? null : Math.max(0, distanceNm - (notRecordedNm ?? 0)),
    notRecordedNm,
    doubtful: row.boolean("doubtful") ?? false,
    durationSeconds: row.seconds("duration") ?? between,
  };
}

/** One page of the logbook, newest first; `search` looks into the names. */
export function logsQuestion(page: {
  limit: number;
  offset: number;
  search: string;
}): Question<readonly LogLine[]> {
  const search = page.search.trim();
  return rowsQuestion(
    "logs_view",
    {
      columns: LINE_COLUMNS,
      order: "started.desc",
      limit: page.limit,
      offset: page.offset,
      where: { name: search === "" ? undefined : contains(search) },
      count: true,
    },
    (rows) => rows.map(logLine),
  );
}

/** One log beside a given time: its id, or null if there is none. */
function neighbourQuestion(started: string, order: "started.asc" | "started.desc"): Question<number | null> {
  return rowsQuestion(
    "logs_view",
    { columns: ["id"], where: { started }, order, limit: 1 },
    ([row]) => row?.id("id") ?? null,
  );
}

/** The id of the log before another one; null for the first log. */
export function logBeforeQuestion(started: Date | null): Question<number | null> {
  return neighbourQuestion(`lt.${started?.toISOString() ?? "-infinity"}`, "started.desc");
}

/** The id of the log after another one; null for the last log. */
export function logAfterQuestion(started: Date | null): Question<number | null> {
  return neighbourQuestion(`gt.${started?.toISOString() ?? "infinity"}`, "started.asc");
}
