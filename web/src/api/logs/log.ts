import { secondsOfDuration } from "../../units/duration.ts";
import { pathOf, type Question } from "../question.ts";
import { numberOf, type Row, requiredRows, rowOf, textOf } from "../row.ts";
import { type LogMaking, logMaking } from "./log-making.ts";
import { type LogLine, logLine } from "./logs.ts";
import { type TrackPoint, trackOf, type WindKind } from "./track.ts";

/** One log with everything that its page shows. Knots. */
export interface Log extends LogLine {
  readonly notes: string | null;
  readonly avgSpeed: number | null;
  readonly maxSpeed: number | null;
  readonly maxWindSpeed: number | null;
  /** What the engines ran during the log, seconds; null where none reports it. */
  readonly engineSeconds: number | null;
  /** By the boat's own log, through the water, NM. */
  readonly loggedNm: number | null;
  readonly track: readonly TrackPoint[];
  /** Which wind the track tells of. */
  readonly wind: WindKind;
  readonly making: LogMaking;
}

/** Run times of all engines together: seconds as a number, or an ISO duration. */
function engineSeconds(metrics: Row | null): number | null {
  const times = Object.entries(metrics ?? {}).flatMap(([key, value]) => {
    if (!/^propulsion\..+\.runTime$/.test(key)) return [];
    const seconds = numberOf(value) ?? secondsOfDuration(textOf(value) ?? "");
    return seconds === null ? [] : [seconds];
  });
  return times.length === 0 ? null : times.reduce((sum, seconds) => sum + seconds, 0);
}

function parse(body: unknown): Log | null {
  const row = requiredRows(body, "logs")[0];
  if (row === undefined) return null;
  const { points, wind } = trackOf(row.geojson);
  const metrics = rowOf(rowOf(row.extra)?.metrics);
  return {
    ...logLine(row),
    notes: textOf(row.notes),
    avgSpeed: numberOf(row.avg_speed),
    maxSpeed: numberOf(row.max_speed),
    maxWindSpeed: numberOf(row.max_wind_speed),
    engineSeconds: engineSeconds(metrics),
    loggedNm: numberOf(metrics?.["navigation.log"]),
    track: points,
    wind,
    making: logMaking(row),
  };
}

/** One log by its id; null when there is none, or it is still being written. */
export function logQuestion(id: number): Question<Log | null> {
  return { path: pathOf("/log_view", { id: `eq.${id}` }), count: false, parse };
}
