/**
 * Positions as earth-centred, earth-fixed metres on the WGS84 ellipsoid. In this frame the poles, the equator, Greenwich
 * and the 180° meridian are ordinary places, means and circles do not need a projection, and a distance takes three
 * multiplications. The detector uses it.
 */
import { toDegrees, toRadians } from "./units.ts";

/** Metres from the centre of the earth: x towards 0°N 0°E, y towards 0°N 90°E, z towards the north pole. */
export interface EarthCentred {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** WGS84 (NIMA TR8350.2): semi-major axis in metres, flattening, first eccentricity squared. */
const A = 6378137;
const F = 1 / 298.257223563;
const E2 = F * (2 - F);
const MEAN_RADIUS_M = 6371008.8;

/** The point of the ellipsoid at a latitude and longitude in degrees. */
export function toEarthCentred(latitude: number, longitude: number): EarthCentred {
  const phi = toRadians(latitude);
  const lambda = toRadians(longitude);
  const sin = Math.sin(phi);
  const cos = Math.cos(phi);
  const n = A / Math.sqrt(1 - E2 * sin * sin);
  return { x: n * cos * Math.cos(lambda), y: n * cos * Math.sin(lambda), z: n * (1 - E2) * sin };
}

/**
 * Latitude and longitude in degrees of a point near the surface. Bowring's formula (Survey Review 23, 1976), whose
 * error within 10 km of the surface is below a micrometre.
 */
export function fromEarthCentred(point: EarthCentred): { latitude: number; longitude: number } {
  const b = A * (1 - F);
  const p = Math.hypot(point.x, point.y);
  const theta = Math.atan2(point.z * A, p * b);
  const second = E2 / (1 - E2);
  const latitude = Math.atan2(point.z + second * b * Math.sin(theta) ** 3, p - E2 * A * Math.cos(theta) ** 3);
  return { latitude: toDegrees(latitude), longitude: toDegrees(Math.atan2(point.y, point.x)) };
}

/**
 * Length of the straight line through the earth, in metres. It is shorter than the geodesic by one part in 10⁹ at 1 km,
 * 10⁷ at 10 km and 10⁵ at 100 km.
 */
export function chordM(a: EarthCentred, b: EarthCentred): number {
  const x = a.x - b.x;
  const y = a.y - b.y;
  const z = a.z - b.z;
  return Math.sqrt(x * x + y * y + z * z);
}

/**
 * Length of the chord's arc on a sphere of the mean radius: within 0.1 mm of the geodesic below 10 km, within 0.6 % below
 * 10 000 km, within 5 % between antipodes.
 */
export function arcM(a: EarthCentred, b: EarthCentred): number {
  const chord = chordM(a, b);
  return chord < 1_000 ? chord : 2 * MEAN_RADIUS_M * Math.asin(Math.min(1, chord / (2 * MEAN_RADIUS_M)));
}
