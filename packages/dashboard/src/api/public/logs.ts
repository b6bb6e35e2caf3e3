import type { Speech } from "../../languages/speech.ts";
import type { Resources } from "../generated/api-types.ts";
import { NAME_COLUMNS, nameIn } from "../logs/log-name.ts";
import { type Question, rowsQuestion } from "../question.ts";
import { type Row, rowOf } from "../row.ts";
import { asVisitor } from "./visit.ts";

/** A published log in a list. */
export interface PublicLogLine {
  readonly id: number;
  readonly name: string | null;
  readonly started: Date | null;
  readonly ended: Date | null;
  readonly distanceNm: number | null;
  readonly durationSeconds: number | null;
}

/** Length of the list. */
const MOST = 100;
/** The columns that the list and a log's page have in common. */
const COLUMNS = ["id", ...NAME_COLUMNS, "ended", "distance", "duration"] as const;

function lineOf(
  row: Row<Pick<Resources["logs_view"], (typeof COLUMNS)[number]>>,
  speech: Speech,
): PublicLogLine {
  return {
    id: row.id("id"),
    name: nameIn(row, speech),
    started: row.instant("started"),
    ended: row.instant("ended"),
    distanceNm: row.number("distance"),
    durationSeconds: row.seconds("duration"),
  };
}

export function publicLogsQuestion(boat: string): Question<readonly PublicLogLine[]> {
  const question = rowsQuestion(
    "logs_view",
    { columns: COLUMNS, order: "started.desc", limit: MOST },
    (rows, speech): readonly PublicLogLine[] => rows.map((row) => lineOf(row, speech)),
  );
  return asVisitor(question, boat, "public_logs_list");
}

/** A point of a published track. */
export interface PublicPoint {
  readonly time: Date;
  readonly latitude: number;
  readonly longitude: number;
  readonly sogKnots: number | null;
}

/** A published log with its track. Knots. */
export interface PublicLog extends PublicLogLine {
  readonly notes: string | null;
  readonly avgSpeed: number | null;
  readonly maxSpeed: number | null;
  readonly maxWindSpeed: number | null;
  readonly track: readonly PublicPoint[];
}

export function publicLogQuestion(boat: string, id: number): Question<PublicLog | null> {
  const question = rowsQuestion(
    "log_view",
    {
      columns: [...COLUMNS, "notes", "avg_speed", "max_speed", "max_wind_speed", "geojson"],
      where: { id: `eq.${id}` },
    },
    ([row], speech): PublicLog | null =>
      row === undefined
        ? null
        : {
            ...lineOf(row, speech),
            notes: row.text("notes"),
            avgSpeed: row.number("avg_speed"),
            maxSpeed: row.number("max_speed"),
            maxWindSpeed: row.number("max_wind_speed"),
            track: (row.row<{ features: readonly unknown[] }>("geojson")?.list("features") ?? []).flatMap(
              pointOf,
            ),
          },
  );
  return asVisitor(question, boat, "public_logs", id);
}

/** The point of a point feature; none for the line. */
function pointOf(feature: unknown): readonly PublicPoint[] {
  const measured = rowOf<{ properties: object }>(feature)?.row<{
    time: string;
    latitude: number;
    longitude: number;
    speedoverground: number;
  }>("properties");
  const [time, latitude, longitude] = [
    measured?.instant("time"),
    measured?.latitude("latitude"),
    measured?.longitude("longitude"),
  ];
  if (time == null || latitude == null || longitude == null) return [];
  return [{ time, latitude, longitude, sogKnots: measured?.number("speedoverground") ?? null }];
}
