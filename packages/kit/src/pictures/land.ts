/** Draws land: its area, and a fine line along its coast. */
import type { Outline } from "../geo/map/land-tile.ts";
import { blend, type Colour, HEIGHT, type Pixels, type Point, WIDTH } from "./canvas.ts";

/** Colours of the dashboard's light map: `--map-land` and `--map-coast` in `packages/dashboard/src/tokens.css`. */
const LAND: Colour = [243, 228, 179];
const COAST: Colour = [141, 116, 55];

/** The pixels of a row, plus room to the right of the last one. */
const STRIDE = WIDTH + 2;

/**
 * Draws land.
 * @param outlines alternating longitudes and latitudes, within the picture
 * @param point projects a place to the picture
 */
export function drawLand(pixels: Pixels, outlines: readonly Outline[], point: (place: Point) => Point): void {
  const shares = coverage(outlines.map((outline) => corners(outline, point)));
  blend(pixels, shares, LAND);
  blend(pixels, edges(shares), COAST);
}

function corners(outline: Outline, point: (place: Point) => Point): readonly Point[] {
  return Array.from({ length: outline.length / 2 }, (_, i) => {
    const { x, y } = point({ x: outline[2 * i] ?? 0, y: outline[2 * i + 1] ?? 0 });
    // Degrees are inexact in the last bit.
    return { x: Math.min(WIDTH, Math.max(0, x)), y: Math.min(HEIGHT, Math.max(0, y)) };
  });
}

/**
 * The exact share of each pixel inside the outlines. Touching outlines, as of neighbouring tiles, have no seam: areas
 * are added, and those of lakes, which wind the other way, subtracted.
 */
function coverage(outlines: readonly (readonly Point[])[]): Float32Array {
  const changes = new Float64Array(STRIDE * HEIGHT);
  for (const outline of outlines) {
    let before = outline.at(-1);
    for (const corner of outline) {
      if (before !== undefined) addEdge(changes, before, corner);
      before = corner;
    }
  }
  const shares = new Float32Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    let sum = 0;
    for (let x = 0; x < WIDTH; x++) {
      sum += changes[y * STRIDE + x] ?? 0;
      // Rounding errors would colour nothing, but cost time for every pixel.
      shares[y * WIDTH + x] = sum < 1e-6 ? 0 : Math.min(1, sum);
    }
  }
  return shares;
}

/** Records the change at an edge in each row: the right side is inside if the edge goes up, outside if it goes down. */
function addEdge(changes: Float64Array, from: Point, to: Point): void {
  const [upper, lower, sign] = from.y < to.y ? [from, to, -1] : [to, from, 1];
  const slope = (to.x - from.x) / (to.y - from.y);
  const xAt = (y: number): number => upper.x + (y - upper.y) * slope;
  for (let row = Math.floor(upper.y); row < lower.y; row++) {
    const [top, bottom] = [Math.max(row, upper.y), Math.min(row + 1, lower.y)];
    const ends = [xAt(top), xAt(bottom)] as const;
    const [left, right] = [Math.max(0, Math.min(...ends)), Math.min(WIDTH, Math.max(...ends))];
    const change = sign * (bottom - top);
    for (let column = Math.floor(left); column <= right; column++) {
      const [begin, end] = [Math.max(left, column), Math.min(right, column + 1)];
      const part = right > left ? (change * (end - begin)) / (right - left) : change;
      const rightOfIt = column + 1 - (begin + end) / 2;
      const at = row * STRIDE + column;
      changes[at] = (changes[at] ?? 0) + part * rightOfIt;
      changes[at + 1] = (changes[at + 1] ?? 0) + part * (1 - rightOfIt);
    }
  }
}

/** The steepness of the coverage at each pixel: together a line one pixel wide, wherever in its pixels the coast is. */
function edges(shares: Float32Array): Float32Array {
  const lines = new Float32Array(shares.length);
  for (let y = 0; y < HEIGHT; y++) {
    const up = y === 0 ? 0 : WIDTH;
    const down = y === HEIGHT - 1 ? 0 : WIDTH;
    for (let x = 0; x < WIDTH; x++) {
      const at = y * WIDTH + x;
      const across = (shares[x === WIDTH - 1 ? at : at + 1] ?? 0) - (shares[x === 0 ? at : at - 1] ?? 0);
      const along = (shares[at + down] ?? 0) - (shares[at - up] ?? 0);
      // Not on the coast.
      if (across === 0 && along === 0) continue;
      lines[at] = Math.min(1, Math.sqrt(across * across + along * along) / 2);
    }
  }
  return lines;
}
