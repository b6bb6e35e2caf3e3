/** A finished log's track as GeoJSON: the line, and a point with readings for each metric row. */
import type { JsonObject, JsonValue } from "@wakelog/data-api/engine/handlers.ts";
import { mapInSlices } from "@wakelog/kit/time/slices.ts";
import type { MetricRow } from "../record/metric-row.ts";

/** Longitude and latitude, degrees. */
export type Coordinate = readonly [number, number];

/** The FeatureCollection for `track_geojson`, as JSON; the database adds the line's properties. */
export async function trackGeojson(line: readonly Coordinate[], rows: readonly MetricRow[]): Promise<string> {
  const geometry: JsonValue = line.length < 2 ? null : { type: "LineString", coordinates: line };
  const points = await mapInSlices(rows, (row) => JSON.stringify(pointFeature(row)));
  const features = [JSON.stringify({ type: "Feature", geometry, properties: {} }), ...points];
  return `{"type":"FeatureCollection","features":[${features.join(",")}]}`;
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
