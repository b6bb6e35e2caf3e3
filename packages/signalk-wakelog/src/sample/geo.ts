/** Short distances over the sea, on a sphere: exact enough for thresholds of metres. */

const METRES_PER_DEGREE = 111_195;

/** A position in degrees. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** The distance between two positions, in metres. */
export function distance(from: Position, to: Position): number {
  return Math.hypot(...offset(from, to));
}

/** How far a position lies from the line between two others, in metres. */
export function distanceFromLine(position: Position, from: Position, to: Position): number {
  const [x, y] = offset(from, position);
  const [lineX, lineY] = offset(from, to);
  const square = lineX * lineX + lineY * lineY;
  const along = square === 0 ? 0 : Math.min(1, Math.max(0, (x * lineX + y * lineY) / square));
  return Math.hypot(x - along * lineX, y - along * lineY);
}

/** East and north of a position, in metres; the short way over the 180th meridian. */
function offset(from: Position, to: Position): [x: number, y: number] {
  const degrees = ((to.longitude - from.longitude + 540) % 360) - 180;
  const middle = ((from.latitude + to.latitude) / 2) * (Math.PI / 180);
  return [degrees * METRES_PER_DEGREE * Math.cos(middle), (to.latitude - from.latitude) * METRES_PER_DEGREE];
}

/** The angle between two courses, in radians, 0 to π. */
export function turn(from: number, to: number): number {
  const difference = Math.abs(from - to) % (2 * Math.PI);
  return difference > Math.PI ? 2 * Math.PI - difference : difference;
}

/** Reads a position from a Signal K value; null if it is none. */
export function positionOf(value: unknown): Position | null {
  if (typeof value !== "object" || value === null) return null;
  const latitude: unknown = Reflect.get(value, "latitude");
  const longitude: unknown = Reflect.get(value, "longitude");
  if (typeof latitude !== "number" || typeof longitude !== "number") return null;
  if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return null;
  return { latitude, longitude };
}
