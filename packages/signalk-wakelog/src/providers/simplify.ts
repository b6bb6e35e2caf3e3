/** Fewer points for a line, by a tolerance that is kept. */
import { distanceFromLine, type Position } from "../sample/geo.ts";

/** The indexes of points that stay: no point is further from the line than the tolerance, in metres. */
export function simplified(points: readonly Position[], tolerance: number): number[] {
  const kept = new Set([0, points.length - 1]);
  const spans: [number, number][] = [[0, points.length - 1]];
  for (let span = spans.pop(); span !== undefined; span = spans.pop()) {
    const [first, last] = span;
    const [from, to] = [points[first], points[last]];
    if (from === undefined || to === undefined) continue;
    let furthest = 0;
    let index = -1;
    for (let at = first + 1; at < last; at += 1) {
      const point = points[at];
      const away = point === undefined ? 0 : distanceFromLine(point, from, to);
      if (away > furthest) [furthest, index] = [away, at];
    }
    if (index < 0 || furthest <= tolerance) continue;
    kept.add(index);
    spans.push([first, index], [index, last]);
  }
  return [...kept].filter((at) => at >= 0).sort((a, b) => a - b);
}
