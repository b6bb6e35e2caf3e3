import { instantOf, latitudeOf, longitudeOf, numberOf, type Row, rowOf } from "../row.ts";

/** A point of a log's track: degrees and knots. */
export interface TrackPoint {
  readonly time: Date;
  readonly latitude: number;
  readonly longitude: number;
  readonly sogKnots: number | null;
  readonly cogDegrees: number | null;
  readonly windKnots: number | null;
}

/** The wind of a track is one or the other throughout: a line that changes between them says nothing. */
export type WindKind = "true" | "apparent";

/** A log's points, and which wind they tell of. */
export interface Track {
  readonly points: readonly TrackPoint[];
  readonly wind: WindKind;
}

/** GeoJSON order: longitude, latitude. */
function coordinatesOf(feature: Row): readonly [number, number] | null {
  const geometry = rowOf(feature.geometry);
  if (geometry?.type !== "Point" || !Array.isArray(geometry.coordinates)) return null;
  const longitude = longitudeOf(geometry.coordinates[0]);
  const latitude = latitudeOf(geometry.coordinates[1]);
  return longitude === null || latitude === null ? null : [longitude, latitude];
}

/** What a feature says of its moment; null where it is not a point of the track. */
function propertiesOf(feature: unknown): Row | null {
  return rowOf(rowOf(feature)?.properties);
}

/** The points of a log's GeoJSON in the order of time, with the true wind where the boat knows it; none before it is finished. */
export function trackOf(geojson: unknown): Track {
  const given = rowOf(geojson)?.features;
  const features = Array.isArray(given) ? given : [];
  const wind = features.some((one) => numberOf(propertiesOf(one)?.truewindspeed) !== null)
    ? "true"
    : "apparent";
  const points = features.flatMap((feature): TrackPoint[] => {
    const row = rowOf(feature);
    const at = row === null ? null : coordinatesOf(row);
    const properties = propertiesOf(feature);
    const time = instantOf(properties?.time);
    if (at === null || properties === null || time === null) return [];
    return [
      {
        time,
        longitude: at[0],
        latitude: at[1],
        sogKnots: numberOf(properties.speedoverground),
        cogDegrees: numberOf(properties.courseovergroundtrue),
        windKnots: numberOf(wind === "true" ? properties.truewindspeed : properties.windspeedapparent),
      },
    ];
  });
  return { points: points.sort((a, b) => a.time.getTime() - b.time.getTime()), wind };
}
