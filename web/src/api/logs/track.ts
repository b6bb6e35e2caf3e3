import type { Resources } from "../generated/api-types.ts";
import { latitudeOf, longitudeOf, type Row } from "../row.ts";

/** A point of a log's track: degrees and knots. */
export interface TrackPoint {
  readonly time: Date;
  readonly latitude: number;
  readonly longitude: number;
  readonly sogKnots: number | null;
  readonly cogDegrees: number | null;
  readonly awsKnots: number | null;
}

/** The properties of a point, which has the readings of a row of metrics. */
type PointProperties = Pick<
  Resources["metrics"],
  "time" | "speedoverground" | "courseovergroundtrue" | "windspeedapparent"
>;

function trackPoint(feature: Row<GeoJSON.Feature>): TrackPoint[] {
  const geometry = feature.row<GeoJSON.Point>("geometry");
  if (geometry?.text("type") !== "Point") return [];
  const [first, second] = geometry.list("coordinates");
  const [longitude, latitude] = [longitudeOf(first), latitudeOf(second)];
  const properties = feature.row<PointProperties>("properties");
  const time = properties?.instant("time") ?? null;
  if (longitude === null || latitude === null || properties === null || time === null) return [];
  return [
    {
      time,
      longitude,
      latitude,
      sogKnots: properties.number("speedoverground"),
      cogDegrees: properties.number("courseovergroundtrue"),
      awsKnots: properties.number("windspeedapparent"),
    },
  ];
}

/** The points of a log's GeoJSON in the order of time; none before the log is finished. */
export function trackOf(geojson: Row<GeoJSON.FeatureCollection> | null): readonly TrackPoint[] {
  const points = geojson?.rows<GeoJSON.Feature>("features").flatMap(trackPoint) ?? [];
  return points.sort((a, b) => a.time.getTime() - b.time.getTime());
}
