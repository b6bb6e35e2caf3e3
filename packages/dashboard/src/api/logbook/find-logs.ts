import type { Speech } from "../../languages/speech.ts";
import type { Procedures } from "../generated/api-types.ts";
import { type LogLine, logLine } from "../logs/logs.ts";
import { jsonQuestion, type Question } from "../question.ts";
import { type Row, requiredRows, textOf } from "../row.ts";

/** Which logs; what is empty or null leaves that open. */
export interface LogFilter {
  /** All of them in name, places, notes or tags. */
  readonly words: string;
  /** Days of departure, such as `2026-07-01`. */
  readonly since: string;
  readonly until: string;
  readonly tag: string;
  /** Part of the name of where it began or ended. */
  readonly place: string;
  /** The moorages where it began, and where it ended, by their numbers. */
  readonly fromMoorage: number | null;
  readonly toMoorage: number | null;
  readonly minNm: number | null;
  readonly maxNm: number | null;
  /** What made more of the distance. */
  readonly way: "sail" | "motor" | null;
}

/** Every log. */
export const ALL_LOGS: LogFilter = {
  words: "",
  since: "",
  until: "",
  tag: "",
  place: "",
  fromMoorage: null,
  toMoorage: null,
  minNm: null,
  maxNm: null,
  way: null,
};

/** A log as the logbook shows it. Knots and nautical miles; null where it is not known. */
export interface FoundLog extends LogLine {
  readonly avgSpeed: number | null;
  readonly maxWindSpeed: number | null;
  readonly sailingNm: number | null;
  readonly motoringNm: number | null;
  readonly tags: readonly string[];
  /** The voyage that it is a leg of. */
  readonly voyage: number | null;
}

/** Totals of all logs that a filter finds. */
export interface LogTotals {
  readonly logs: number;
  readonly distanceNm: number | null;
  readonly notRecordedNm: number | null;
  readonly durationSeconds: number | null;
  readonly sailingNm: number | null;
  readonly motoringNm: number | null;
}

type FoundRow = Procedures["find_logs_fn"]["result"][number];
type TotalsRow = Procedures["find_logs_totals_fn"]["result"][number];

function foundLog(row: Row<FoundRow>, speech: Speech): FoundLog {
  return {
    ...logLine(row, speech),
    avgSpeed: row.number("avg_speed"),
    maxWindSpeed: row.number("max_wind_speed"),
    sailingNm: row.number("sailing"),
    motoringNm: row.number("motoring"),
    tags: row.list("tags").flatMap((tag) => textOf(tag) ?? []),
    voyage: row.number("voyage_id"),
  };
}

/** The arguments by which procedures find the logs of a filter. */
export function filterArguments(filter: LogFilter) {
  const given = (text: string) => (text.trim() === "" ? undefined : text.trim());
  return {
    words: given(filter.words),
    since: given(filter.since),
    until: given(filter.until),
    tag: given(filter.tag),
    place: given(filter.place),
    from_moorage: filter.fromMoorage?.toString(),
    to_moorage: filter.toMoorage?.toString(),
    min_nm: filter.minNm?.toString(),
    max_nm: filter.maxNm?.toString(),
    way: filter.way ?? undefined,
  };
}

/** One page of the logs that a filter finds, newest first. */
export function findLogsQuestion(
  filter: LogFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Question<readonly FoundLog[]> {
  const page = { limit: limit.toString(), offset: offset === 0 ? undefined : offset.toString() };
  return jsonQuestion("find_logs_fn", { ...filterArguments(filter), ...page }, (body, speech) =>
    requiredRows<FoundRow>(body, "logs").map((row) => foundLog(row, speech)),
  );
}

/** Totals of all logs that a filter finds, on whatever page. */
export function logTotalsQuestion(filter: LogFilter): Question<LogTotals> {
  return jsonQuestion("find_logs_totals_fn", filterArguments(filter), (body) => {
    const [row] = requiredRows<TotalsRow>(body, "totals");
    return {
      logs: row?.number("logs") ?? 0,
      distanceNm: row?.number("distance") ?? null,
      notRecordedNm: row?.number("not_recorded") ?? null,
      durationSeconds: row?.seconds("duration") ?? null,
      sailingNm: row?.number("sailing") ?? null,
      motoringNm: row?.number("motoring") ?? null,
    };
  });
}

/** Every tag that a log has. */
export const tagsQuestion: Question<readonly string[]> = jsonQuestion("logs_tags_fn", {}, (body) =>
  Array.isArray(body) ? body.flatMap((tag) => textOf(tag) ?? []) : [],
);
