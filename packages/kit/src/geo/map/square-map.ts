/**
 * The square map of the world that tiles divide (Web Mercator): 0 to 1 from 180° west to 180° east, and from its north edge to
 * its south edge.
 */

/** A part of the world in degrees. Where it crosses the 180th meridian, it goes on beyond -180 or 180. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The map ends at this latitude, north and south. */
export const LAST_LATITUDE = 85.0511287798;

/** Where a longitude is; beyond 180° it is beyond the map. */
export function columnOf(longitude: number): number {
  return longitude / 360 + 0.5;
}

/** The longitude at a place on the map, degrees. */
export function longitudeAt(column: number): number {
  return (column - 0.5) * 360;
}

/** Where a latitude is; near a pole, the edge of the map. */
export function rowOf(latitude: number): number {
  if (Math.abs(latitude) >= LAST_LATITUDE) return latitude > 0 ? 0 : 1;
  return 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);
}

/** The latitude at a place on the map, degrees. */
export function latitudeAt(row: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * row))) * 180) / Math.PI;
}
