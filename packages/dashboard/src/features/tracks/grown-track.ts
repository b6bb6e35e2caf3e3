/** Appends new rows to a track. Pure. */
import type { MetricRow } from "../../api/boat/recent-metrics.ts";
import type { TrackPoint } from "../../api/logs/track.ts";

const DEGREE = Math.PI / 180;

/** Spherical distance in nautical miles, for the distance since the server's last count. */
function milesBetween(a: TrackPoint, b: { readonly latitude: number; readonly longitude: number }): number {
  const [north, east] = [(b.latitude - a.latitude) * DEGREE, (b.longitude - a.longitude) * DEGREE];
  const chord =
    Math.sin(north / 2) ** 2 +
    Math.cos(a.latitude * DEGREE) * Math.cos(b.latitude * DEGREE) * Math.sin(east / 2) ** 2;
  return 2 * Math.asin(Math.min(1, Math.sqrt(chord))) * (60 / DEGREE);
}

/** The track followed by newer rows. */
export function grown(track: readonly TrackPoint[], rows: readonly MetricRow[]): readonly TrackPoint[] {
  const known = track.at(-1);
  if (known === undefined) return track;
  const points = [...track];
  let last = known;
  for (const { time, latitude, longitude, sogKnots, cogDegrees, awsKnots, awaDegrees } of rows) {
    if (time <= last.time || latitude === null || longitude === null) continue;
    const milesNm = (last.milesNm ?? 0) + milesBetween(last, { latitude, longitude });
    last = { ...NOTHING, time, latitude, longitude, milesNm, sogKnots, cogDegrees, awsKnots, awaDegrees };
    points.push(last);
  }
  return points;
}

/** Values that a metric row does not have. */
const NOTHING = {
  twsKnots: null,
  twdDegrees: null,
  depthMetres: null,
  volts: null,
  charge: null,
  fuel: null,
  freshWater: null,
  wasteWater: null,
  pressurePascal: null,
} as const;
