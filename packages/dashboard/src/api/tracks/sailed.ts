import type { Speech } from "../../languages/speech.ts";
import { translated } from "../../server-messages/translated.ts";
import { filterArguments, type LogFilter } from "../logbook/find-logs.ts";
import { NAME_COLUMNS, nameIn } from "../logs/log-name.ts";
import { jsonQuestion, type Question, rowsQuestion } from "../question.ts";
import { type Row, requiredRow, requiredRows } from "../row.ts";

/** What a map shows about a log. */
export interface SailedLog {
  readonly id: number;
  readonly name: string | null;
  readonly started: Date | null;
  readonly ended: Date | null;
  readonly distanceNm: number | null;
}

/** The columns of the answer that a map needs. */
interface SailedJson {
  readonly id: number;
  readonly name: string | null;
  readonly named: boolean;
  readonly from: string | null;
  readonly to: string | null;
  readonly started: string;
  readonly ended: string;
  readonly distance: number | null;
}

/** The finished logs that match a filter, newest first. */
export function sailedLogsQuestion(filter: LogFilter): Question<readonly SailedLog[]> {
  return jsonQuestion(
    "find_logs_fn",
    filterArguments(filter),
    (body, speech) =>
      requiredRows<SailedJson>(body, "logs").map((row) => ({
        id: row.id("id"),
        name: nameIn(row, speech),
        started: row.instant("started"),
        ended: row.instant("ended"),
        distanceNm: row.number("distance"),
      })),
    ["id", ...NAME_COLUMNS, "ended", "distance"],
  );
}

/** A log's id and name. */
export type NamedLog = Pick<SailedLog, "id" | "name">;

type NamedJson = Pick<SailedJson, "id" | (typeof NAME_COLUMNS)[number]>;

const NAMED = ["id", ...NAME_COLUMNS] as const;

const namedLog = (row: Row<NamedJson>, speech: Speech): NamedLog => ({
  id: row.id("id"),
  name: nameIn(row, speech),
});

/** The names of the finished logs that match a filter. */
export function namesQuestion(filter: LogFilter): Question<readonly NamedLog[]> {
  return jsonQuestion(
    "find_logs_fn",
    filterArguments(filter),
    (body, speech) => requiredRows<NamedJson>(body, "names of logs").map((row) => namedLog(row, speech)),
    NAMED,
  );
}

/** The names of some logs. */
export function namesOfQuestion(ids: readonly number[]): Question<readonly NamedLog[]> {
  return rowsQuestion(
    "logs_view",
    { columns: NAMED, where: { id: `in.(${ids.join(",")})` } },
    (rows, speech) => rows.map((row) => namedLog(row, speech)),
  );
}

/** A country (two-letter code) or a sea, and the number of logs there. */
export interface Water {
  readonly name: string;
  readonly logs: number;
}

/** The waters of the filtered logs, most logs first. */
export interface Waters {
  readonly countries: readonly Water[];
  readonly seas: readonly Water[];
}

interface WatersJson {
  readonly countries: readonly object[];
  readonly seas: readonly object[];
}

function waters(rows: readonly Row<Water>[], speech: Speech): readonly Water[] {
  return rows.flatMap((row) => {
    const name = row.text("name");
    return name === null ? [] : [{ name: translated(name, speech), logs: row.number("logs") ?? 0 }];
  });
}

/** Countries and seas of the logs that match a filter. */
export function watersQuestion(filter: LogFilter): Question<Waters> {
  return jsonQuestion("waters_fn", filterArguments(filter), (body, speech) => {
    const row = requiredRow<WatersJson>(body, "countries and seas");
    return {
      countries: waters(row.rows<Water>("countries"), speech),
      seas: waters(row.rows<Water>("seas"), speech),
    };
  });
}
