/** Metres per nautical mile (exact, by definition). */
export const NM_M = 1852;

/** Metres per second per knot. */
export const KNOT_MPS = NM_M / 3600;

/** Converts metres per second to knots. */
export function mpsToKnots(mps: number): number {
  return mps / KNOT_MPS;
}

/** Converts metres to nautical miles. */
export function metresToNm(metres: number): number {
  return metres / NM_M;
}

/** Converts radians to degrees. */
export function toDegrees(radians: number): number {
  return (radians * 180) / Math.PI;
}

/** Converts degrees to radians. */
export function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** Normalises a direction to [0, 360). */
export function normaliseBearing(degrees: number): number {
  const turned = degrees % 360;
  return turned < 0 ? turned + 360 : turned + 0;
}

/** Normalises a longitude to [-180, 180). */
export function normaliseLongitude(degrees: number): number {
  return normaliseBearing(degrees + 180) - 180;
}
