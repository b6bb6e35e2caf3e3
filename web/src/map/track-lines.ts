/** Turns the points of a track into lines that carry a speed, for colouring. Pure. */

export interface TrackStep {
  readonly time: Date;
  readonly latitude: number;
  readonly longitude: number;
  readonly sogKnots: number | null;
}

/** A stretch of time in which nothing was recorded. */
export interface Unrecorded {
  readonly from: Date;
  readonly to: Date;
}

/** The longitude nearest to another one: beyond ±180 where a track crosses the 180th meridian. */
function near(longitude: number, reference: number): number {
  return longitude + Math.round((reference - longitude) / 360) * 360;
}

/** Longitude and latitude of every point, without a jump at the 180th meridian. */
export function unwound(points: readonly TrackStep[]): readonly (readonly [number, number])[] {
  let before = points[0]?.longitude ?? 0;
  return points.map((point) => {
    before = near(point.longitude, before);
    return [before, point.latitude] as const;
  });
}

function overlaps(gap: Unrecorded, from: Date, to: Date): boolean {
  return gap.from.getTime() < to.getTime() && gap.to.getTime() > from.getTime();
}

export interface TrackLines {
  /** One line per step, property `knots`. */
  readonly sailed: GeoJSON.FeatureCollection<GeoJSON.LineString>;
  /** Straight lines over what was not recorded. */
  readonly gaps: GeoJSON.FeatureCollection<GeoJSON.LineString>;
}

/** One line for every step between two points; its speed is the mean of both ends. */
export function trackLines(points: readonly TrackStep[], unrecorded: readonly Unrecorded[]): TrackLines {
  const sailed: GeoJSON.Feature<GeoJSON.LineString>[] = [];
  const gaps: GeoJSON.Feature<GeoJSON.LineString>[] = [];
  const positions = unwound(points);
  for (let index = 1; index < points.length; index += 1) {
    const [a, b, from, to] = [points[index - 1], points[index], positions[index - 1], positions[index]];
    if (a === undefined || b === undefined || from === undefined || to === undefined) continue;
    const speeds = [a.sogKnots, b.sogKnots].filter((speed) => speed !== null);
    const line: GeoJSON.Feature<GeoJSON.LineString> = {
      type: "Feature",
      geometry: { type: "LineString", coordinates: [[...from], [...to]] },
      properties: {
        knots: speeds.length === 0 ? 0 : speeds.reduce((sum, one) => sum + one, 0) / speeds.length,
      },
    };
    if (unrecorded.some((gap) => overlaps(gap, a.time, b.time))) gaps.push(line);
    else sailed.push(line);
  }
  return {
    sailed: { type: "FeatureCollection", features: sailed },
    gaps: { type: "FeatureCollection", features: gaps },
  };
}

/** The speed at which the colours end, knots: the fastest point, rounded up, at least 2. */
export function topSpeed(points: readonly TrackStep[]): number {
  return points.reduce((top, point) => Math.max(top, Math.ceil(point.sogKnots ?? 0)), 2);
}
