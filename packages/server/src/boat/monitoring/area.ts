/** Areas that a boat should leave or enter: circles and polygons on the earth. */

import { fastDistanceM, type Position } from "@wakelog/kit/geo/distance.ts";
import { normaliseLongitude, toRadians } from "@wakelog/kit/geo/units.ts";
import { z } from "zod";

const place = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).rest(z.unknown());
const circle = z.object({ type: z.literal("Point"), coordinates: place, radius: z.number().positive() });
const polygon = z.object({ type: z.literal("Polygon"), coordinates: z.array(z.array(place).min(4)).min(1) });

/** GeoJSON (RFC 7946) in rules: a Polygon, or a Point with a radius in metres. */
export const areaShape = z.discriminatedUnion("type", [circle, polygon]);
export type Area = z.infer<typeof areaShape>;

/** Mean radius of the earth, metres (IUGG). */
const EARTH_M = 6_371_008.8;

/**
 * Distance of a position from an area, metres; negative inside. For a polygon, the distance to its border in the plane
 * tangent to the earth at the position; the even-odd rule applies where rings overlap.
 */
export function metresOutside(area: Area, at: Position): number {
  if (area.type === "Point") {
    const [longitude, latitude] = area.coordinates;
    return fastDistanceM({ latitude, longitude }, at) - area.radius;
  }
  const degree = toRadians(1) * EARTH_M;
  const shrink = Math.cos(toRadians(at.latitude));
  let isInside = false;
  let nearest = Number.POSITIVE_INFINITY;
  for (const ring of area.coordinates) {
    let [fromX, fromY] = [0, 0];
    for (const [n, [longitude, latitude]] of ring.entries()) {
      const x = normaliseLongitude(longitude - at.longitude) * degree * shrink;
      const y = (latitude - at.latitude) * degree;
      if (n > 0) {
        nearest = Math.min(nearest, fromOrigin(fromX, fromY, x, y));
        if (fromY > 0 !== y > 0 && fromX + (fromY / (fromY - y)) * (x - fromX) > 0) isInside = !isInside;
      }
      [fromX, fromY] = [x, y];
    }
  }
  return isInside ? -nearest : nearest;
}

/** Distance from the origin to a line segment. */
function fromOrigin(fromX: number, fromY: number, toX: number, toY: number): number {
  const [x, y] = [toX - fromX, toY - fromY];
  const length = x * x + y * y;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(fromX * x + fromY * y) / length));
  return Math.hypot(fromX + along * x, fromY + along * y);
}
