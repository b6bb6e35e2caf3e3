/** Projects places to a picture of a track. */
import type { Box } from "../geo/map/square-map.ts";
import { HEIGHT, type Line, type Point, WIDTH } from "./canvas.ts";

/** A line to draw: longitudes and latitudes in degrees. */
export type Track = readonly (readonly [longitude: number, latitude: number])[];

/** Pixels around the track. */
const MARGIN = 28;

/** A map projection to the picture. */
export interface Projection {
  readonly point: (place: Point) => Point;
  /** Meridians and parallels, as pixels. */
  readonly lines: readonly Line[];
  /** The area shown. */
  readonly box: Box;
}

/** Equirectangular, true to scale in the middle of the track. */
export function projection(places: readonly Point[]): Projection {
  const [west, east] = bounds(places.map(({ x }) => x));
  const [south, north] = bounds(places.map(({ y }) => y));
  const [middleX, middleY] = [(west + east) / 2, (south + north) / 2];
  const shrink = Math.max(Math.cos((middleY * Math.PI) / 180), 0.01);
  // At least about a tenth of a mile, so that a short hop is not blown up to noise.
  const wide = Math.max((east - west) * shrink, 0.002);
  const high = Math.max(north - south, 0.002);
  const scale = Math.min((WIDTH - 2 * MARGIN) / wide, (HEIGHT - 2 * MARGIN) / high);
  const point = ({ x, y }: Point): Point => ({
    x: WIDTH / 2 + (x - middleX) * shrink * scale,
    y: HEIGHT / 2 - (y - middleY) * scale,
  });
  const [reachX, reachY] = [WIDTH / 2 / scale / shrink, HEIGHT / 2 / scale];
  const step = gridStep(WIDTH / scale);
  const meridians = multiples(middleX, reachX, step).map(
    (x): Line => [
      { x: point({ x, y: 0 }).x, y: 0 },
      { x: point({ x, y: 0 }).x, y: HEIGHT },
    ],
  );
  const parallels = multiples(middleY, reachY, step).map(
    (y): Line => [
      { x: 0, y: point({ x: 0, y }).y },
      { x: WIDTH, y: point({ x: 0, y }).y },
    ],
  );
  const box = {
    west: middleX - reachX,
    south: middleY - reachY,
    east: middleX + reachX,
    north: middleY + reachY,
  };
  return { point, lines: [...meridians, ...parallels], box };
}

function bounds(values: readonly number[]): readonly [number, number] {
  return [
    values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
    values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
  ];
}

/** Degrees between grid lines, of which about five are visible: whole minutes, degrees or turns around the world. */
function gridStep(degreesSeen: number): number {
  const steps = [1 / 60, 2 / 60, 5 / 60, 10 / 60, 0.5, 1, 2, 5, 10, 20, 30, 60];
  return steps.find((step) => degreesSeen / step <= 8) ?? 360 * Math.ceil(degreesSeen / 8 / 360);
}

function multiples(middle: number, reach: number, step: number): readonly number[] {
  const first = Math.ceil((middle - reach) / step);
  const count = Math.max(0, Math.floor((middle + reach) / step) - first + 1);
  return Array.from({ length: count }, (_, i) => (first + i) * step);
}

/** The places with continuous longitudes across 180°. */
export function unwrapped(track: Track): Point[] {
  let turns = 0;
  let before: number | null = null;
  return track.map(([longitude, latitude]) => {
    if (before !== null && Math.abs(longitude - before) > 180) turns += longitude > before ? -360 : 360;
    before = longitude;
    return { x: longitude + turns, y: latitude };
  });
}
