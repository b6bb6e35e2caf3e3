/** Turns track points into coloured lines. Pure. */
import { percentiles } from "./lines/percentiles.ts";

export interface TrackStep {
  readonly time: Date;
  readonly latitude: number;
  readonly longitude: number;
  readonly sogKnots: number | null;
  /** Replaces speed as the colour's quantity, in any unit. */
  readonly shade?: number | null;
  /** A place on the colour scale from 0 to 1, instead of a quantity. */
  readonly share?: number;
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
  /** Lines of one colour each; property `share` is its place on the colour scale from 0 to 1, absent if unknown. */
  readonly sailed: GeoJSON.FeatureCollection<GeoJSON.LineString>;
  /** Straight lines over gaps. */
  readonly gaps: GeoJSON.FeatureCollection<GeoJSON.LineString>;
}

/** The quantity of a step's colour. */
function shadeOf({ shade, sogKnots }: TrackStep): number | null {
  return shade === undefined ? sogKnots : shade;
}

/** The ends of a colour scale. */
export interface ColourScale {
  readonly low: number;
  readonly high: number;
}

/** The part of a track whose values lie between the ends of its colour scale. */
const SCALE_SHARES = [0.05, 0.95] as const;

/** Colours change in steps: a line per point would be too short to be visible when zoomed out. */
const COLOURS = 24;

function shadeBetween(a: TrackStep, b: TrackStep): number | null {
  const shades = [shadeOf(a), shadeOf(b)].filter((shade) => shade !== null);
  return shades.length === 0 ? null : shades.reduce((sum, one) => sum + one, 0) / shades.length;
}

/** Where a step lies on the colour scale; null if unknown. All of a constant track lies in the middle. */
function shareBetween(a: TrackStep, b: TrackStep, scale: ColourScale | null): number | null {
  if (a.share !== undefined) return a.share;
  const shade = shadeBetween(a, b);
  if (shade === null || scale === null) return null;
  const extent = scale.high - scale.low;
  const share = extent > 0 ? Math.min(1, Math.max(0, (shade - scale.low) / extent)) : 0.5;
  return Math.round(share * COLOURS) / COLOURS;
}

/** A measure of the distance between points that are near each other. */
function lengthOf(a: TrackStep, b: TrackStep): number {
  const east = near(b.longitude, a.longitude) - a.longitude;
  return Math.hypot(b.latitude - a.latitude, east * Math.cos((a.latitude * Math.PI) / 180));
}

/**
 * The colour scale of a track: from the 5th to the 95th percentile of what was measured, by distance, as the eye
 * weighs a line by its length. Null if nothing was measured.
 */
export function colourScale(
  points: readonly TrackStep[],
  unrecorded: readonly Unrecorded[],
): ColourScale | null {
  const steps = points.slice(1).flatMap((to, index) => {
    const from = points[index] ?? to;
    const value = shadeBetween(from, to);
    if (value === null || unrecorded.some((gap) => overlaps(gap, from.time, to.time))) return [];
    return [{ value, weight: lengthOf(from, to) }];
  });
  const [low, high] = percentiles(steps, SCALE_SHARES) ?? [];
  return low === undefined || high === undefined ? null : { low, high };
}

function collection(lines: readonly Run[]): GeoJSON.FeatureCollection<GeoJSON.LineString> {
  return {
    type: "FeatureCollection",
    features: lines.map(({ share, coordinates }) => ({
      type: "Feature",
      geometry: { type: "LineString", coordinates },
      properties: share === null ? {} : { share },
    })),
  };
}

interface Run {
  readonly recorded: boolean;
  /** Null if unknown. */
  readonly share: number | null;
  readonly coordinates: GeoJSON.Position[];
}

/** Lines along the points, split where the colour changes. */
export function trackLines(points: readonly TrackStep[], unrecorded: readonly Unrecorded[]): TrackLines {
  const runs: Run[] = [];
  const positions = unwound(points);
  const scale = colourScale(points, unrecorded);
  for (let index = 1; index < points.length; index += 1) {
    const [a, b, from, to] = [points[index - 1], points[index], positions[index - 1], positions[index]];
    if (a === undefined || b === undefined || from === undefined || to === undefined) continue;
    const recorded = !unrecorded.some((gap) => overlaps(gap, a.time, b.time));
    const share = recorded ? shareBetween(a, b, scale) : null;
    const last = runs.at(-1);
    if (last?.recorded === recorded && last.share === share) last.coordinates.push([...to]);
    else runs.push({ recorded, share, coordinates: [[...from], [...to]] });
  }
  return {
    sailed: collection(runs.filter(({ recorded }) => recorded)),
    gaps: collection(runs.filter(({ recorded }) => !recorded)),
  };
}
