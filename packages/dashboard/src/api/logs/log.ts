import { secondsOfDuration } from "../../units/duration.ts";
import { type Question, rowsQuestion } from "../question.ts";
import { numberOf, type Row, textOf } from "../row.ts";
import { type LogMaking, logMaking } from "./log-making.ts";
import { LINE_COLUMNS, type LogLine, logLine } from "./logs.ts";

/** A log with everything its page shows. Knots. */
export interface Log extends LogLine {
  readonly notes: string | null;
  readonly avgSpeed: number | null;
  readonly maxSpeed: number | null;
  readonly maxWindSpeed: number | null;
  /** Engine run time in seconds; null if no engine reports it. */
  readonly engineSeconds: number | null;
  /** By the boat's own log, through the water, NM. */
  readonly loggedNm: number | null;
  /** Tags set by users. */
  readonly tags: readonly string[];
  /** Changes with every edit; null for the open log. */
  readonly version: string | null;
  /** Whether the service is still computing its figures, track and names, so that these may be outdated. */
  readonly unfinished: boolean;
  readonly making: LogMaking;
}

/** The part of `extra` that the dashboard reads. */
interface ExtraJson {
  readonly metrics?: MetricsJson;
  readonly tags?: readonly string[];
}

/** Counter increments during the log, by path: engines in seconds, or an ISO 8601 duration. */
interface MetricsJson {
  readonly "navigation.log"?: number;
  readonly [engine: `propulsion.${string}.runTime`]: number | string;
}

/** The total run time of all engines. */
function engineSeconds(metrics: Row<MetricsJson>): number | null {
  const times = metrics.entries().flatMap(([path, value]) => {
    if (!/^propulsion\..+\.runTime$/.test(path)) return [];
    return numberOf(value) ?? secondsOfDuration(textOf(value) ?? "") ?? [];
  });
  return times.length === 0 ? null : times.reduce((sum, seconds) => sum + seconds, 0);
}

/** A log by id; null if there is none, or it is still open. */
export function logQuestion(id: number): Question<Log | null> {
  return rowsQuestion(
    "log_view",
    {
      columns: [
        ...LINE_COLUMNS,
        "notes",
        "avg_speed",
        "max_speed",
        "max_wind_speed",
        "extra",
        "confidence",
        "reasons",
        "segments",
        "version",
        "unfinished",
      ],
      where: { id: `eq.${id}` },
    },
    ([row], speech) => {
      if (row === undefined) return null;
      const extra = row.row<ExtraJson>("extra");
      const metrics = extra?.row<MetricsJson>("metrics") ?? null;
      return {
        ...logLine(row, speech),
        notes: row.text("notes"),
        avgSpeed: row.number("avg_speed"),
        maxSpeed: row.number("max_speed"),
        maxWindSpeed: row.number("max_wind_speed"),
        engineSeconds: metrics === null ? null : engineSeconds(metrics),
        loggedNm: metrics?.number("navigation.log") ?? null,
        tags: extra?.list("tags").flatMap((tag) => textOf(tag) ?? []) ?? [],
        version: row.text("version"),
        unfinished: row.boolean("unfinished") ?? false,
        making: logMaking(row),
      };
    },
  );
}
