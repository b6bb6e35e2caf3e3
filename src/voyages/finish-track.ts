/** A finished log's track as GeoJSON: the line, and one point per metric row with its readings. */
import type { JsonObject, JsonValue } from "../engine/handlers.ts";
import type { MetricRow } from "./ingest-row.ts";

/** What the line's feature says of the log; a copy as of now. */
export interface TrackHeading {
  readonly id: number;
  readonly name: string;
  readonly notes: string | null;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly distanceNm: number;
  readonly averageKnots: number | null;
  readonly maximumKnots: number | null;
  readonly maximumWindKnots: number | null;
}

/** Longitude and latitude, degrees. */
export type Coordinate = readonly [number, number];

/** The FeatureCollection that `track_geojson` holds. */
export function trackGeojson(
  heading: TrackHeading,
  line: readonly Coordinate[],
  rows: readonly MetricRow[],
): JsonObject {
  const geometry: JsonValue = line.length < 2 ? null : { type: "LineString", coordinates: line };
  const properties = {
    id: heading.id,
    name: heading.name,
    distance: heading.distanceNm,
    duration: isoDuration(heading.endedAt - heading.startedAt),
    avg_speed: heading.averageKnots,
    max_speed: heading.maximumKnots,
    max_wind_speed: heading.maximumWindKnots,
    _from_time: timestamp(heading.startedAt),
    _to_time: timestamp(heading.endedAt),
    notes: heading.notes,
  };
  return {
    type: "FeatureCollection",
    features: [{ type: "Feature", geometry, properties }, ...rows.map(pointFeature)],
  };
}

function pointFeature(row: MetricRow): JsonObject {
  return {
    type: "Feature",
    geometry: { type: "Point", coordinates: [row.longitude, row.latitude] },
    properties: {
      time: timestamp(row.time),
      courseovergroundtrue: row.courseovergroundtrue,
      speedoverground: row.speedoverground,
      windspeedapparent: row.windspeedapparent,
      anglespeedapparent: row.anglespeedapparent,
      status: row.status,
      longitude: row.longitude,
      latitude: row.latitude,
    },
  };
}

function timestamp(time: number): string {
  return `${new Date(time).toISOString().slice(0, -1)}+00:00`;
}

/** A length of time as PostgreSQL writes the difference of two times in ISO 8601: days, hours, minutes, seconds. */
export function isoDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = Math.round((seconds % 60) * 1000) / 1000;
  const time = `${hours > 0 ? `${hours}H` : ""}${minutes > 0 ? `${minutes}M` : ""}${rest > 0 ? `${rest}S` : ""}`;
  const date = days > 0 ? `${days}D` : "";
  return date === "" && time === "" ? "PT0S" : `P${date}${time === "" ? "" : `T${time}`}`;
}
