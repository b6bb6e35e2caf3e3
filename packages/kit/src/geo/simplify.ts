/** Reduces the points of a line without changing its shape. */
import type { Position } from "./distance.ts";
import { type EarthCentred, toEarthCentred } from "./earth-centred.ts";

/** Distance in metres of a place from the straight segment between two others. */
export function distanceToSegment(p: EarthCentred, a: EarthCentred, b: EarthCentred): number {
  const abx = b.x - a.x;
  const aby = b.y - a.y;
  const abz = b.z - a.z;
  const length2 = abx * abx + aby * aby + abz * abz;
  const along = (p.x - a.x) * abx + (p.y - a.y) * aby + (p.z - a.z) * abz;
  const t = length2 === 0 ? 0 : Math.min(1, Math.max(0, along / length2));
  return Math.hypot(p.x - a.x - t * abx, p.y - a.y - t * aby, p.z - a.z - t * abz);
}

/**
 * Douglas–Peucker (Cartographica 10, 1973): keeps the ends and every point whose removal would move the line by more
 * than the tolerance. Uses straight lines through the earth, so a segment longer than 50 km keeps points that a
 * geodesic would not need; it never omits a needed one.
 * @param toleranceM largest distance of an omitted position from the line, in metres
 * @returns the kept positions, the same objects, in order
 */
export function simplify<T extends Position>(track: readonly T[], toleranceM: number): T[] {
  const points = track.map((p) => toEarthCentred(p.latitude, p.longitude));
  const keep = new Uint8Array(track.length);
  keep[0] = 1;
  keep[track.length - 1] = 1;
  // A stack, because recursion over a year's track would overflow the call stack.
  const stack: [number, number][] = [[0, track.length - 1]];
  for (let range = stack.pop(); range !== undefined; range = stack.pop()) {
    const [from, to] = range;
    const a = points[from];
    const b = points[to];
    if (a === undefined || b === undefined) continue;
    let worst = toleranceM;
    let at = -1;
    for (let i = from + 1; i < to; i++) {
      const p = points[i];
      if (p === undefined) continue;
      const off = distanceToSegment(p, a, b);
      if (off > worst) {
        worst = off;
        at = i;
      }
    }
    if (at > 0) {
      keep[at] = 1;
      stack.push([from, at], [at, to]);
    }
  }
  return track.filter((_, i) => keep[i] === 1);
}
