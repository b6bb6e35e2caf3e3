import type { Speech } from "../../languages/speech.ts";
import { logName } from "../../server-messages/log-name.ts";
import type { Resources } from "../generated/api-types.ts";
import { type Question, rowsQuestion } from "../question.ts";
import type { Row } from "../row.ts";

/** A log as the page of a place links to it. */
export interface LogBeside {
  readonly id: number;
  readonly name: string | null;
  readonly started: Date | null;
  readonly distanceNm: number | null;
}

const COLUMNS = ["id", "name", "from", "to", "started", "distance"] as const;

function logBeside(
  row: Row<Pick<Resources["logs_view"], (typeof COLUMNS)[number]>>,
  speech: Speech,
): LogBeside {
  return {
    id: row.id("id"),
    name: logName(row.text("name"), row.text("from"), row.text("to"), speech),
    started: row.instant("started"),
    distanceNm: row.number("distance"),
  };
}

/** The log with which the boat came to a stay; null if none is recorded. */
export function logToStayQuestion(arrived: Date): Question<LogBeside | null> {
  // The database counts in smaller parts of a second than this does.
  const until = new Date(arrived.getTime() + 1);
  return rowsQuestion(
    "logs_view",
    { columns: COLUMNS, where: { ended: `lte.${until.toISOString()}` }, order: "ended.desc", limit: 1 },
    ([row], speech) => (row === undefined ? null : logBeside(row, speech)),
  );
}

/** The log with which the boat left a stay; null if none is recorded, or it is still there. */
export function logFromStayQuestion(departed: Date | null): Question<LogBeside | null> {
  const from = departed === null ? "infinity" : departed.toISOString();
  return rowsQuestion(
    "logs_view",
    { columns: COLUMNS, where: { started: `gte.${from}` }, order: "started.asc", limit: 1 },
    ([row], speech) => (row === undefined ? null : logBeside(row, speech)),
  );
}

/** As many logs as the page of a moorage shows. */
const NEWEST = 5;

/** The newest logs that end or begin at a moorage. */
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
