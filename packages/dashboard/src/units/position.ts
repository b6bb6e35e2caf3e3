/** A coordinate in degrees and decimal minutes, as on charts and plotters: `59° 58.613′ N`. */
function formatCoordinate(value: number, digits: number, positive: string, negative: string): string {
  const thousandths = Math.round(Math.abs(value) * 60_000);
  const degrees = Math.floor(thousandths / 60_000);
  const minutes = ((thousandths % 60_000) / 1000).toFixed(3).padStart(6, "0");
  return `${String(degrees).padStart(digits, "0")}° ${minutes}′ ${value < 0 ? negative : positive}`;
}

/** Formats a latitude in degrees. */
export function formatLatitude(latitude: number): string {
  return formatCoordinate(latitude, 2, "N", "S");
}

/** Formats a longitude in degrees, also beyond ±180. */
export function formatLongitude(longitude: number): string {
  const wrapped = ((((longitude + 180) % 360) + 360) % 360) - 180;
  return formatCoordinate(wrapped, 3, "E", "W");
}
