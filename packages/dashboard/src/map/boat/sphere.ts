/** A place on the chart. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** Mean earth radius: charts need no ellipsoid. */
const EARTH_METRES = 6_371_009;
const RADIANS = Math.PI / 180;

/** The place at a distance in metres and a true bearing in degrees. */
export function placeFrom({ latitude, longitude }: Place, bearing: number, metres: number): Place {
  const arc = metres / EARTH_METRES;
  const [lat, course] = [latitude * RADIANS, bearing * RADIANS];
  const there = Math.asin(Math.sin(lat) * Math.cos(arc) + Math.cos(lat) * Math.sin(arc) * Math.cos(course));
  const east = Math.atan2(
    Math.sin(course) * Math.sin(arc) * Math.cos(lat),
    Math.cos(arc) - Math.sin(lat) * Math.sin(there),
  );
  return { latitude: there / RADIANS, longitude: longitude + east / RADIANS };
}

/** Distance of two places, metres. */
export function metresBetween(a: Place, b: Place): number {
  const lat = Math.sin(((b.latitude - a.latitude) * RADIANS) / 2) ** 2;
  const lon = Math.sin(((b.longitude - a.longitude) * RADIANS) / 2) ** 2;
  const chord = lat + Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS) * lon;
  return 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(chord)));
}
