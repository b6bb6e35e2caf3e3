/** Turns track points into lines with a speed, for colouring. Pure. */

export interface TrackStep {
  readonly time: Date;
  readonly latitude: number;
  readonly longitude: number;
  readonly sogKnots: number | null;
  /** Replaces speed as the colour's quantity, in any unit. */
  readonly shade?: number | null;
}

/** A period without recording. */
export interface Unrecorded {
  readonly from: Date;
  readonly to: Date;
}

/** The same longitude within 180° of a reference: beyond ±180 if a track crosses the 180th meridian. */
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

interface TrackLines {
  /** Lines of one colour each; property `knots` is the speed or shade, absent if unknown. */
  readonly sailed: GeoJSON.FeatureCollection<GeoJSON.LineString>;
  /** Straight lines over gaps. */
  readonly gaps: GeoJSON.FeatureCollection<GeoJSON.LineString>;
}

/** The quantity of a step's colour. */
function shadeOf({ shade, sogKnots }: TrackStep): number | null {
  return shade === undefined ? sogKnots : shade;
}

/** Colours change in steps of half a knot: a line per step would be too short to be visible when zoomed out. */
const SPEED_STEP = 0.5;

function shadeBetween(a: TrackStep, b: TrackStep, step: number): number | null {
  const shades = [shadeOf(a), shadeOf(b)].filter((shade) => shade !== null);
  if (shades.length === 0) return null;
  const mean = shades.reduce((sum, one) => sum + one, 0) / shades.length;
  return Math.round(mean / step) * step;
}

function collection(lines: readonly Run[]): GeoJSON.FeatureCollection<GeoJSON.LineString> {
  return {
    type: "FeatureCollection",
    features: lines.map(({ knots, coordinates }) => ({
      type: "Feature",
      geometry: { type: "LineString", coordinates },
      properties: knots === null ? {} : { knots },
    })),
  };
}

interface Run {
  readonly recorded: boolean;
  /** Null if unknown. */
  readonly knots: number | null;
  readonly coordinates: GeoJSON.Position[];
}

/** Lines along the points, split where the rounded mean speed changes. */
export function trackLines(points: readonly TrackStep[], unrecorded: readonly Unrecorded[]): TrackLines {
  const runs: Run[] = [];
  const positions = unwound(points);
  const step = Math.max(SPEED_STEP, topSpeed(points) / 40);
  for (let index = 1; index < points.length; index += 1) {
    const [a, b, from, to] = [points[index - 1], points[index], positions[index - 1], positions[index]];
    if (a === undefined || b === undefined || from === undefined || to === undefined) continue;
    const recorded = !unrecorded.some((gap) => overlaps(gap, a.time, b.time));
    const knots = recorded ? shadeBetween(a, b, step) : null;
    const last = runs.at(-1);
    if (last?.recorded === recorded && last.knots === knots) last.coordinates.push([...to]);
    else runs.push({ recorded, knots, coordinates: [[...from], [...to]] });
  }
  return {
    sailed: collection(runs.filter(({ recorded }) => recorded)),
    gaps: collection(runs.filter(({ recorded }) => !recorded)),
  };
}

/** The top of the colour scale in knots: the fastest point, rounded up, at least 2; of shades the greatest. */
export function topSpeed(points: readonly TrackStep[]): number {
  return points.reduce((top, point) => Math.max(top, Math.ceil(shadeOf(point) ?? 0)), 2);
}
