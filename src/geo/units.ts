/** Metres in one nautical mile (exact, by definition). */
export const NM_M = 1852;

/** Metres per second in one knot. */
export const KNOT_MPS = NM_M / 3600;

/** Knots of a speed in metres per second. */
export function mpsToKnots(mps: number): number {
  return mps / KNOT_MPS;
}

/** Nautical miles of a length in metres. */
export function metresToNm(metres: number): number {
  return metres / NM_M;
}

/** Degrees of an angle in radians. */
export function toDegrees(radians: number): number {
  return (radians * 180) / Math.PI;
}

/** Radians of an angle in degrees. */
export function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** The same direction in [0, 360). */
export function normaliseBearing(degrees: number): number {
  const turned = degrees % 360;
  return turned < 0 ? turned + 360 : turned + 0;
}

/** The same meridian in [-180, 180). */
export function normaliseLongitude(degrees: number): number {
  return normaliseBearing(degrees + 180) - 180;
}
