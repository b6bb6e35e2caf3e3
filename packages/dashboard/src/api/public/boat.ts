import type { Question } from "../question.ts";
import { rowsQuestion } from "../question.ts";
import { rowOf } from "../row.ts";
import { asVisitor, type PublicType } from "./visit.ts";

/** The published sections of a boat; null if there are none, or no such boat. */
export function sectionsQuestion(boat: string): Question<readonly string[] | null> {
  return {
    path: `/rpc/public_sections_fn?boat=${encodeURIComponent(boat)}`,
    count: false,
    parse: (body) =>
      Array.isArray(body) ? body.filter((one): one is PublicType => typeof one === "string") : null,
    visit: "",
  };
}

/** A boat's published position: none near home. Degrees. */
export interface PublicPosition {
  readonly name: string | null;
  readonly time: Date | null;
  readonly place: { readonly latitude: number; readonly longitude: number } | null;
  readonly cogDegrees: number | null;
  readonly sogKnots: number | null;
  /** Metres per second. */
  readonly windSpeed: number | null;
  readonly depth: number | null;
}

export function positionQuestion(boat: string): Question<PublicPosition | null> {
  const question = rowsQuestion(
    "monitoring_view",
    {
      columns: [
        "time",
        "name",
        "geojson",
        "depth",
        "windspeedoverground",
        "speedoverground",
        "courseovergroundtrue",
      ],
    },
    ([row]): PublicPosition | null => {
      if (row === undefined) return null;
      const point = row
        .row<{ geometry: object }>("geojson")
        ?.row<{ coordinates: readonly unknown[] }>("geometry");
      const [longitude, latitude] = point?.list("coordinates") ?? [];
      return {
        name: row.text("name"),
        time: row.instant("time"),
        place: typeof longitude === "number" && typeof latitude === "number" ? { longitude, latitude } : null,
        cogDegrees: row.number("courseovergroundtrue"),
        sogKnots: row.number("speedoverground"),
        windSpeed: row.number("windspeedoverground"),
        depth: row.number("depth"),
      };
    },
  );
  return asVisitor(question, boat, "public_monitoring");
}

/** Totals of all logs of a boat. */
export interface PublicTotals {
  readonly logs: number | null;
  readonly distanceNm: number | null;
  readonly underwaySeconds: number | null;
  readonly maxSpeed: number | null;
}

export function totalsQuestion(boat: string): Question<PublicTotals | null> {
  const question = rowsQuestion(
    "stats_logs_view",
    { columns: ["number_of_log_entries", "total_distance", "total_time_underway", "max_speed"] },
    ([row]): PublicTotals | null =>
      row === undefined
        ? null
        : {
            logs: row.number("number_of_log_entries"),
            distanceNm: row.number("total_distance"),
            underwaySeconds: row.seconds("total_time_underway"),
            maxSpeed: row.number("max_speed"),
          },
  );
  return asVisitor(question, boat, "public_stats");
}

/** Longitude and latitude of each point. */
export type Line = readonly (readonly [number, number])[];

/** The tracks of all logs, oldest first. */
export function tracksQuestion(boat: string): Question<readonly Line[]> {
  const question: Question<readonly Line[]> = {
    path: "/rpc/timelapse_fn",
    count: false,
    parse: (body) => {
      const features = rowOf<{ geojson: object }>(body)
        ?.row<{ features: readonly unknown[] }>("geojson")
        ?.rows<{ geometry: object }>("features");
      const lines =
        features?.[0]?.row<{ coordinates: readonly unknown[] }>("geometry")?.list("coordinates") ?? [];
      return lines.filter(Array.isArray).map((line) => line.filter(isPosition));
    },
  };
  return asVisitor(question, boat, "public_timelapse");
}

function isPosition(value: unknown): value is readonly [number, number] {
  return Array.isArray(value) && typeof value[0] === "number" && typeof value[1] === "number";
}
