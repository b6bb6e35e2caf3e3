/** The circle in which a boat at rest moves. */
import { chordM, type EarthCentred } from "@wakelog/kit/geo/earth-centred.ts";

export interface Disc {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Metres. */
  readonly r: number;
}

/** The disc of a single point. */
export function discAt({ x, y, z }: EarthCentred): Disc {
  return { x, y, z, r: 0 };
}

/** The smallest circle around a circle and a point. */
export function growDisc(disc: Disc, point: EarthCentred): Disc {
  const d = chordM(disc, point);
  if (d <= disc.r) return disc;
  const r = (d + disc.r) / 2;
  const f = (r - disc.r) / d;
  return {
    x: disc.x + (point.x - disc.x) * f,
    y: disc.y + (point.y - disc.y) * f,
    z: disc.z + (point.z - disc.z) * f,
    r,
  };
}

/** The smallest circle around two circles. */
export function joinDiscs(a: Disc, b: Disc): Disc {
  const d = chordM(a, b);
  if (d + b.r <= a.r) return a;
  if (d + a.r <= b.r) return b;
  const r = (d + a.r + b.r) / 2;
  const f = (r - a.r) / d;
  return { x: a.x + (b.x - a.x) * f, y: a.y + (b.y - a.y) * f, z: a.z + (b.z - a.z) * f, r };
}

function farthest(points: readonly EarthCentred[], from: EarthCentred): EarthCentred {
  let worst = from;
  let most = -1;
  for (const point of points) {
    const d = chordM(point, from);
    if (d > most) {
      most = d;
      worst = point;
    }
  }
  return worst;
}

/** A circle around all points, at most a fifth wider than the smallest (Ritter, Graphics Gems, 1990). */
export function enclosingDisc(points: readonly EarthCentred[]): Disc {
  const first = points[0];
  if (first === undefined) throw new RangeError("no points to enclose");
  const a = farthest(points, first);
  const b = farthest(points, a);
  let disc: Disc = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, z: (a.z + b.z) / 2, r: chordM(a, b) / 2 };
  for (const point of points) disc = growDisc(disc, point);
  return disc;
}

/** The arithmetic mean of points, in metres. */
export function meanOf(points: readonly EarthCentred[]): EarthCentred {
  let x = 0;
  let y = 0;
  let z = 0;
  for (const p of points) {
    x += p.x;
    y += p.y;
    z += p.z;
  }
  const n = Math.max(1, points.length);
  return { x: x / n, y: y / n, z: z / n };
}
