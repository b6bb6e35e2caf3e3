import type { Speech } from "../../languages/speech.ts";
import type { Procedures } from "../generated/api-types.ts";
import { type LogLine, logLine } from "../logs/logs.ts";
import { jsonQuestion, type Question } from "../question.ts";
import { type Row, requiredRows, textOf } from "../row.ts";

/** A log filter; empty or null members match every log. */
export interface LogFilter {
  /** All of these words must occur in name, places, notes or tags. */
  readonly words: string;
  /** Days of departure, for example `2026-07-01`. */
  readonly since: string;
  readonly until: string;
  readonly tag: string;
  /** Part of the name of the start or end. */
  readonly place: string;
  /** Ids of the start and end moorages. */
  readonly fromMoorage: number | null;
  readonly toMoorage: number | null;
  readonly minNm: number | null;
  readonly maxNm: number | null;
  /** The main propulsion by distance. */
  readonly way: "sail" | "motor" | null;
}

/** Orders of the logbook: newest first, or the greatest first. */
export const SORTS = ["date", "distance", "duration", "speed", "wind"] as const;

/** An order of the logbook; speed is the average, wind the strongest. */
export type LogSort = (typeof SORTS)[number];

/** A part of the list of logs. */
interface LogsPage {
  readonly limit: number;
  readonly offset: number;
  readonly sort?: LogSort;
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

/** A log in the logbook. Knots and nautical miles; null where unknown. */
export interface FoundLog extends LogLine {
  readonly avgSpeed: number | null;
  readonly maxWindSpeed: number | null;
  readonly sailingNm: number | null;
  readonly motoringNm: number | null;
  readonly tags: readonly string[];
  /** The voyage of which this is a leg. */
  readonly voyage: number | null;
}

/** Totals of all logs that match a filter. */
export interface LogTotals {
  readonly logs: number;
  readonly distanceNm: number | null;
  readonly notRecordedNm: number | null;
  readonly durationSeconds: number | null;
  readonly sailingNm: number | null;
  readonly motoringNm: number | null;
  /** First and last departure. */
  readonly first: Date | null;
  readonly last: Date | null;
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

/** A filter as procedure arguments. */
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

/** A page of the logs that match a filter, newest first or by a measure. */
export function findLogsQuestion(
  filter: LogFilter,
  { limit, offset, sort = "date" }: LogsPage,
): Question<readonly FoundLog[]> {
  const page = {
    sort: sort === "date" ? undefined : sort,
    limit: limit.toString(),
    offset: offset === 0 ? undefined : offset.toString(),
  };
  return jsonQuestion("find_logs_fn", { ...filterArguments(filter), ...page }, (body, speech) =>
    requiredRows<FoundRow>(body, "logs").map((row) => foundLog(row, speech)),
  );
}

/** Totals of all logs that match a filter, on every page. */
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
      first: row?.instant("first") ?? null,
      last: row?.instant("last") ?? null,
    };
  });
}

/** All tags in use. */
export const tagsQuestion: Question<readonly string[]> = jsonQuestion("logs_tags_fn", {}, (body) =>
  Array.isArray(body) ? body.flatMap((tag) => textOf(tag) ?? []) : [],
);
