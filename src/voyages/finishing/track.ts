/** A finished log's track as GeoJSON: the line, and one point per metric row with its readings. */
import type { JsonObject, JsonValue } from "../../engine/handlers.ts";
import type { MetricRow } from "../record/metric-row.ts";

/** Longitude and latitude, degrees. */
export type Coordinate = readonly [number, number];

/** The FeatureCollection that `track_geojson` holds; what its line says about the log is added by the database. */
export function trackGeojson(line: readonly Coordinate[], rows: readonly MetricRow[]): JsonObject {
  const geometry: JsonValue = line.length < 2 ? null : { type: "LineString", coordinates: line };
  return {
    type: "FeatureCollection",
    features: [{ type: "Feature", geometry, properties: {} }, ...rows.map(pointFeature)],
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
