/** Draws lines with round ends. */
import { blend, type Colour, HEIGHT, type Line, type Pixels, type Point, WIDTH } from "./canvas.ts";

/** Length in pixels of a piece drawn at once. */
const PIECE = 16;

/** Draws lines. Overlapping lines show no seams. @param half half the line width in pixels */
export function drawLines(pixels: Pixels, lines: readonly Line[], half: number, colour: Colour): void {
  const covered = new Float32Array(WIDTH * HEIGHT);
  for (const [from, to] of lines) for (const [a, b] of pieces(from, to)) cover(covered, a, b, half);
  blend(pixels, covered, colour);
}

/** Splits a line into short pieces, because drawing visits all pixels around each. */
function* pieces(from: Point, to: Point): Generator<Line> {
  const count = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / PIECE));
  const at = (i: number): Point => ({
    x: from.x + ((to.x - from.x) * i) / count,
    y: from.y + ((to.y - from.y) * i) / count,
  });
  for (let i = 0; i < count; i++) yield [at(i), at(i + 1)];
}

/** Records how much of each pixel a piece covers. */
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
  const [x, y] = [p.x - a.x - along * dx, p.y - a.y - along * dy];
  // Math.hypot takes several times as long.
  return Math.sqrt(x * x + y * y);
}
