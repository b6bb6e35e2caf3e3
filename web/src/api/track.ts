import { instantOf, latitudeOf, longitudeOf, numberOf, type Row, rowOf } from "./row.ts";

/** A point of a log's track: degrees and knots. */
export interface TrackPoint {
  readonly time: Date;
  readonly latitude: number;
  readonly longitude: number;
  readonly sogKnots: number | null;
  readonly cogDegrees: number | null;
  /** True wind where the boat knows it, else apparent. */
  readonly windKnots: number | null;
}

/** GeoJSON order: longitude, latitude. */
function coordinatesOf(feature: Row): readonly [number, number] | null {
  const geometry = rowOf(feature.geometry);
  if (geometry?.type !== "Point" || !Array.isArray(geometry.coordinates)) return null;
  const longitude = longitudeOf(geometry.coordinates[0]);
  const latitude = latitudeOf(geometry.coordinates[1]);
  return longitude === null || latitude === null ? null : [longitude, latitude];
}

/** The points of a log's GeoJSON in the order of time; empty before the log is finished. */
export function trackOf(geojson: unknown): readonly TrackPoint[] {
  const features = rowOf(geojson)?.features;
  if (!Array.isArray(features)) return [];
  const points: TrackPoint[] = [];
  for (const feature of features.map(rowOf)) {
    if (feature === null) continue;
    const at = coordinatesOf(feature);
    const properties = rowOf(feature.properties);
    const time = instantOf(properties?.time);
    if (at === null || properties === null || time === null) continue;
    points.push({
      time,
      longitude: at[0],
      latitude: at[1],
      sogKnots: numberOf(properties.speedoverground),
      cogDegrees: numberOf(properties.courseovergroundtrue),
      windKnots: numberOf(properties.truewindspeed) ?? numberOf(properties.windspeedapparent),
    });
  }
  return points.sort((a, b) => a.time.getTime() - b.time.getTime());
}
