/** Web Mercator: the square world map that tiles divide, 0 to 1 from 180° west to 180° east and from north to south. */

/** A part of the world in degrees. Across the 180th meridian, longitudes go beyond -180 or 180. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The map ends at this latitude, north and south. */
export const LAST_LATITUDE = 85.0511287798;

/** The x of a longitude; outside 0 to 1 beyond 180°. */
export function columnOf(longitude: number): number {
  return longitude / 360 + 0.5;
}

/** The longitude of an x, in degrees. */
export function longitudeAt(column: number): number {
  return (column - 0.5) * 360;
}

/** The y of a latitude; near the poles, the map's edge. */
export function rowOf(latitude: number): number {
  if (Math.abs(latitude) >= LAST_LATITUDE) return latitude > 0 ? 0 : 1;
  return 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);
}

/** The latitude of a y, in degrees. */
export function latitudeAt(row: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * row))) * 180) / Math.PI;
}
