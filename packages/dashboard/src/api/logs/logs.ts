import type { Speech } from "../../languages/speech.ts";
import { placeName } from "../../server-messages/translated.ts";
import type { Resources } from "../generated/api-types.ts";
import { type Question, rowsQuestion } from "../question.ts";
import type { Row } from "../row.ts";
import { NAME_COLUMNS, nameIn } from "./log-name.ts";

/** A log in a list. Name, places and distance are null until the log is finished. */
export interface LogLine {
  readonly id: number;
  readonly name: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly started: Date | null;
  readonly ended: Date | null;
  /** The whole distance, including unrecorded parts. */
  readonly distanceNm: number | null;
  /** The part along the recorded track. */
  readonly recordedNm: number | null;
  /** Distance across gaps; null if all of it was recorded. */
  readonly notRecordedNm: number | null;
  /** Whether the boundaries are unsure enough for a user to check. */
  readonly doubtful: boolean;
  readonly durationSeconds: number | null;
}

/** The columns that the list of logs and a log's page have in common. */
export const LINE_COLUMNS = [
  "id",
  ...NAME_COLUMNS,
  "ended",
  "distance",
  "duration",
  "doubtful",
  "not_recorded",
] as const satisfies readonly (keyof Resources["logs_view"] & keyof Resources["log_view"])[];

type LineColumn = (typeof LINE_COLUMNS)[number];

/** Reads the columns of a line. */
export function logLine(row: Row<Pick<Resources["logs_view"], LineColumn>>, speech: Speech): LogLine {
  const [started, ended] = [row.instant("started"), row.instant("ended")];
  const between = started === null || ended === null ? null : (ended.getTime() - started.getTime()) / 1000;
  const distanceNm = row.number("distance");
  const notRecordedNm = row.number("not_recorded");
  return {
    id: row.id("id"),
    name: nameIn(row, speech),
    from: placeName(row.text("from"), speech),
    to: placeName(row.text("to"), speech),
    started,
    ended,
    distanceNm,
    recordedNm: distanceNm === null ? null : Math.max(0, distanceNm - (notRecordedNm ?? 0)),
    notRecordedNm,
    doubtful: row.boolean("doubtful") ?? false,
    durationSeconds: row.seconds("duration") ?? between,
  };
}

/** The newest finished logs. */
export function lastLogsQuestion(limit: number): Question<readonly LogLine[]> {
  return rowsQuestion(
    "logs_view",
    {
      columns: LINE_COLUMNS,
      where: { ended: "not.is.null", name: "not.is.null" },
      order: "started.desc",
      limit,
    },
    (rows, speech) => rows.map((row) => logLine(row, speech)),
  );
}

/** The log next to a given time; null if there is none. */
function neighbourQuestion(started: string, order: "started.asc" | "started.desc"): Question<LogLine | null> {
  return rowsQuestion(
    "logs_view",
    { columns: LINE_COLUMNS, where: { started }, order, limit: 1 },
    ([row], speech) => (row === undefined ? null : logLine(row, speech)),
  );
}

/** The previous log; null for the first. */
export function logBeforeQuestion(started: Date | null): Question<LogLine | null> {
  return neighbourQuestion(`lt.${started?.toISOString() ?? "-infinity"}`, "started.desc");
}

/** The next log; null for the last. */
export function logAfterQuestion(started: Date | null): Question<LogLine | null> {
  return neighbourQuestion(`gt.${started?.toISOString() ?? "infinity"}`, "started.asc");
}
