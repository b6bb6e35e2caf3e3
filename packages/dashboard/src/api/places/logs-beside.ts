import type { Speech } from "../../languages/speech.ts";
import type { Resources } from "../generated/api-types.ts";
import { NAME_COLUMNS, nameIn } from "../logs/log-name.ts";
import { type Question, rowsQuestion } from "../question.ts";
import type { Row } from "../row.ts";

/** A log, as linked from a place's page. */
export interface LogBeside {
  readonly id: number;
  readonly name: string | null;
  readonly started: Date | null;
  readonly distanceNm: number | null;
}

const COLUMNS = ["id", ...NAME_COLUMNS, "distance"] as const;

function logBeside(
  row: Row<Pick<Resources["logs_view"], (typeof COLUMNS)[number]>>,
  speech: Speech,
): LogBeside {
  return {
    id: row.id("id"),
    name: nameIn(row, speech),
    started: row.instant("started"),
    distanceNm: row.number("distance"),
  };
}

/** The log that ended at a stay; null if none is recorded. */
export function logToStayQuestion(arrived: Date): Question<LogBeside | null> {
  // The database stores microseconds; Date has milliseconds.
  const until = new Date(arrived.getTime() + 1);
  return rowsQuestion(
    "logs_view",
    { columns: COLUMNS, where: { ended: `lte.${until.toISOString()}` }, order: "ended.desc", limit: 1 },
    ([row], speech) => (row === undefined ? null : logBeside(row, speech)),
  );
}

/** The log that began at a stay; null if none is recorded, or the boat is still there. */
export function logFromStayQuestion(departed: Date | null): Question<LogBeside | null> {
  const from = departed === null ? "infinity" : departed.toISOString();
  return rowsQuestion(
    "logs_view",
    { columns: COLUMNS, where: { started: `gte.${from}` }, order: "started.asc", limit: 1 },
    ([row], speech) => (row === undefined ? null : logBeside(row, speech)),
  );
}

/** Logs shown on a moorage's page. */
const NEWEST = 5;

/** The newest logs that begin or end at a moorage. */
export function logsAtMoorageQuestion(end: "to" | "from", moorageId: number): Question<readonly LogBeside[]> {
  const here = `eq.${moorageId}`;
  return rowsQuestion(
    "logs_view",
    {
      columns: COLUMNS,
      where: end === "to" ? { _to_moorage_id: here } : { _from_moorage_id: here },
      order: "started.desc",
      limit: NEWEST,
      count: true,
    },
    (rows, speech) => rows.map((row) => logBeside(row, speech)),
  );
}
