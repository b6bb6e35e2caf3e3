/** Lines across the 180° meridian, for formats that would draw them the wrong way around the world. */
import { normaliseLongitude } from "@wakelog/kit/geo/units.ts";
import type { TrackPoint } from "./model.ts";

/** A place on a line. */
type Place = Pick<TrackPoint, "latitude" | "longitude">;

/**
 * Cuts a line where it crosses the 180° meridian (RFC 7946, section 3.1.9) and normalises longitudes beyond ±180°. An
 * empty line has no parts.
 */
export function cutAtMeridian(line: readonly Place[]): readonly (readonly Place[])[] {
  const parts: Place[][] = [];
  let part: Place[] = [];
  let before: Place | undefined;
  for (const { latitude, longitude } of line) {
    const here = { latitude, longitude: within(longitude) };
    if (before !== undefined && Math.abs(here.longitude - before.longitude) > 180) {
      const crossing = latitudeAt180(before, here);
      const side = before.longitude < 0 ? -180 : 180;
      part.push({ latitude: crossing, longitude: side });
      parts.push(part);
      part = [{ latitude: crossing, longitude: -side }];
    }
    part.push(here);
    before = here;
  }
  if (part.length > 0) parts.push(part);
  return parts;
}

/** Normalises a longitude to -180…180; 180 keeps its sign. */
function within(longitude: number): number {
  return Math.abs(longitude) <= 180 ? longitude : normaliseLongitude(longitude);
}

function latitudeAt180(a: Place, b: Place): number {
  const [toIt, fromIt] = [180 - Math.abs(a.longitude), 180 - Math.abs(b.longitude)];
  return toIt + fromIt === 0 ? a.latitude : a.latitude + ((b.latitude - a.latitude) * toIt) / (toIt + fromIt);
}
