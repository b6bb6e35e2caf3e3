import { secondsOfDuration } from "../../units/duration.ts";
import { type Question, rowsQuestion } from "../question.ts";
import { numberOf, type Row, textOf } from "../row.ts";
import { type LogMaking, logMaking } from "./log-making.ts";
import { LINE_COLUMNS, type LogLine, logLine } from "./logs.ts";

/** One log with everything that its page shows. Knots. */
export interface Log extends LogLine {
  readonly notes: string | null;
  readonly avgSpeed: number | null;
  readonly maxSpeed: number | null;
  readonly maxWindSpeed: number | null;
  /** How long the engines ran during the log, seconds; null if no engine reports it. */
  readonly engineSeconds: number | null;
  /** By the boat's own log, through the water, NM. */
  readonly loggedNm: number | null;
  /** The words by which people find it again. */
  readonly tags: readonly string[];
  /** Changes with every edit; null while it is being sailed. */
  readonly version: string | null;
  readonly making: LogMaking;
}

/** The JSON of `extra`, as far as the dashboard reads it. */
interface ExtraJson {
  readonly metrics?: MetricsJson;
  readonly tags?: readonly string[];
}

/** What counters gained during the log, by their path: of engines seconds, or an ISO 8601 duration. */
interface MetricsJson {
  readonly "navigation.log"?: number;
  readonly [engine: `propulsion.${string}.runTime`]: number | string;
}

/** The run times of all engines together. */
function engineSeconds(metrics: Row<MetricsJson>): number | null {
  const times = metrics.entries().flatMap(([path, value]) => {
    if (!/^propulsion\..+\.runTime$/.test(path)) return [];
    return numberOf(value) ?? secondsOfDuration(textOf(value) ?? "") ?? [];
  });
  return times.length === 0 ? null : times.reduce((sum, seconds) => sum + seconds, 0);
}

/** One log by its id; null if there is none, or it is still being written. */
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
        making: logMaking(row, speech),
      };
    },
  );
}
