/** A small map of a track, drawn here: nothing is fetched, and nobody learns where the boat was. */
import type { Track } from "./message.ts";
import { encodePng } from "./png.ts";

const WIDTH = 480;
const HEIGHT = 300;
const MARGIN = 28;
/** Pixels from the middle of the line to its edge. */
const HALF_LINE = 1.6;
const HALF_DOT = 5.5;
/** Pixels of a piece of a line that is drawn at once. */
const PIECE = 16;

type Colour = readonly [red: number, green: number, blue: number];
const SEA: Colour = [222, 236, 245];
const GRID: Colour = [196, 217, 232];
const LINE: Colour = [11, 98, 164];
const START: Colour = [36, 138, 61];
const END: Colour = [196, 43, 28];

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A PNG of the track on the sea, with its meridians and parallels; a green dot where it begins, a red one at its end. */
export function trackPicture(track: Track): Buffer | null {
  const places = unwrapped(track);
  const [first] = places;
  const last = places.at(-1);
  if (first === undefined || last === undefined) return null;
  const { point, lines } = projection(places);
  const pixels = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let i = 0; i < pixels.length; i++) pixels[i] = SEA[i % 3] ?? 0;
  const drawn = places.map(point);
  paint(pixels, lines, 0.5, GRID);
  paint(
    pixels,
    drawn.map((to, i) => [drawn[i - 1] ?? to, to] as const),
    HALF_LINE,
    LINE,
  );
  paint(pixels, [[point(first), point(first)]], HALF_DOT, START);
  paint(pixels, [[point(last), point(last)]], HALF_DOT, END);
  return encodePng(pixels, WIDTH, HEIGHT);
}

/** The places with longitudes that do not jump where the track crosses 180°. */
function unwrapped(track: Track): Point[] {
  let turns = 0;
  let before: number | null = null;
  return track.map(([longitude, latitude]) => {
    if (before !== null && Math.abs(longitude - before) > 180) turns += longitude > before ? -360 : 360;
    before = longitude;
    return { x: longitude + turns, y: latitude };
  });
}

interface Projection {
  readonly point: (place: Point) => Point;
  /** Meridians and parallels, as pixels. */
  readonly lines: readonly (readonly [Point, Point])[];
}

/** Equirectangular, true to scale in the middle of the track. */
function projection(places: readonly Point[]): Projection {
  const [west, east] = bounds(places.map(({ x }) => x));
  const [south, north] = bounds(places.map(({ y }) => y));
  const [middleX, middleY] = [(west + east) / 2, (south + north) / 2];
  const shrink = Math.max(Math.cos((middleY * Math.PI) / 180), 0.01);
  // About a tenth of a mile at least, so that a short hop is not blown up to noise.
  const wide = Math.max((east - west) * shrink, 0.002);
  const high = Math.max(north - south, 0.002);
  const scale = Math.min((WIDTH - 2 * MARGIN) / wide, (HEIGHT - 2 * MARGIN) / high);
  const point = ({ x, y }: Point): Point => ({
    x: WIDTH / 2 + (x - middleX) * shrink * scale,
    y: HEIGHT / 2 - (y - middleY) * scale,
  });
  const step = gridStep(WIDTH / scale);
  const meridians = multiples(middleX, WIDTH / 2 / scale / shrink, step).map((x): [Point, Point] => [
    { x: point({ x, y: 0 }).x, y: 0 },
    { x: point({ x, y: 0 }).x, y: HEIGHT },
  ]);
  const parallels = multiples(middleY, HEIGHT / 2 / scale, step).map((y): [Point, Point] => [
    { x: 0, y: point({ x: 0, y }).y },
    { x: WIDTH, y: point({ x: 0, y }).y },
  ]);
  return { point, lines: [...meridians, ...parallels] };
}

function bounds(values: readonly number[]): readonly [number, number] {
  return [
    values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
    values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
  ];
}

/** Degrees between lines, of which some five are seen: whole minutes or degrees. */
function gridStep(degreesSeen: number): number {
  const steps = [1 / 60, 2 / 60, 5 / 60, 10 / 60, 0.5, 1, 2, 5, 10, 20, 30];
  return steps.find((step) => degreesSeen / step <= 8) ?? 60;
}

function multiples(middle: number, reach: number, step: number): readonly number[] {
  const first = Math.ceil((middle - reach) / step);
  const count = Math.max(0, Math.floor((middle + reach) / step) - first + 1);
  return Array.from({ length: count }, (_, i) => (first + i) * step);
}

/** Paints lines with round ends. Where they overlap, the edges of one do not show in the other. */
function paint(
  pixels: Uint8Array,
  lines: readonly (readonly [Point, Point])[],
  half: number,
  colour: Colour,
): void {
  const covered = new Float32Array(WIDTH * HEIGHT);
  for (const [from, to] of lines) for (const [a, b] of pieces(from, to)) cover(covered, a, b, half);
  for (const [i, share] of covered.entries()) {
    if (share === 0) continue;
    for (const [band, value] of colour.entries()) {
      const at = i * 3 + band;
      pixels[at] = Math.round((pixels[at] ?? 0) * (1 - share) + value * share);
    }
  }
}

/** A line in short pieces, because all pixels around each are looked at. */
function* pieces(from: Point, to: Point): Generator<readonly [Point, Point]> {
  const count = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / PIECE));
  const at = (i: number): Point => ({
    x: from.x + ((to.x - from.x) * i) / count,
    y: from.y + ((to.y - from.y) * i) / count,
  });
  for (let i = 0; i < count; i++) yield [at(i), at(i + 1)];
}

/** Notes how much of each pixel a piece covers. */
function cover(covered: Float32Array, from: Point, to: Point, half: number): void {
  const reach = half + 1;
  const left = Math.max(0, Math.floor(Math.min(from.x, to.x) - reach));
  const right = Math.min(WIDTH - 1, Math.ceil(Math.max(from.x, to.x) + reach));
  const top = Math.max(0, Math.floor(Math.min(from.y, to.y) - reach));
  const bottom = Math.min(HEIGHT - 1, Math.ceil(Math.max(from.y, to.y) + reach));
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const share = Math.min(1, half + 0.5 - distance({ x: x + 0.5, y: y + 0.5 }, from, to));
      const at = y * WIDTH + x;
      if (share > (covered[at] ?? 1)) covered[at] = share;
    }
  }
}

function distance(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : Math.min(1, Math.max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / squared));
  return Math.hypot(p.x - a.x - along * dx, p.y - a.y - along * dy);
}
