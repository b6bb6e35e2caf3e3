/**
 * Stores readings by navigation path in the columns and `metrics` of a row.
 * @see https://signalk.org/specification/1.7.0/doc/vesselsBranch.html
 */

import { round } from "@wakelog/kit/geo/rounding.ts";
import { mpsToKnots, toDegrees } from "@wakelog/kit/geo/units.ts";
import type { RowDraft } from "./row.ts";
import { cleaned } from "./text.ts";

/** Puts a reading in SI units into a row; ignores anything but numbers, texts and positions. */
export function putReading(row: RowDraft, path: string, value: unknown): void {
  if (path === "navigation.position") {
    const position = readPosition(value);
    if (position === null) return;
    row.latitude = position.latitude;
    row.longitude = position.longitude;
  } else if (typeof value === "string") {
    if (path === "navigation.state") row.status = cleaned(value);
    else row.metrics[cleaned(path)] = cleaned(value);
  } else if (typeof value === "number" && Number.isFinite(value)) {
    if (path === "navigation.speedOverGround") row.speedoverground = withoutNoise(mpsToKnots(value));
    else if (path === "navigation.courseOverGroundTrue")
      row.courseovergroundtrue = withoutNoise(toDegrees(value));
    else if (path === "environment.wind.speedApparent")
      row.windspeedapparent = withoutNoise(mpsToKnots(value));
    else if (path === "environment.wind.angleApparent")
      row.anglespeedapparent = withoutNoise(toDegrees(value));
    else row.metrics[cleaned(path)] = value;
  }
}

/** Rounds off conversion noise; instruments do not measure a millionth of a knot. */
export function withoutNoise(value: number): number {
  return round(value, 6);
}

/** `{latitude, longitude}`, or `[longitude, latitude]` as in GeoJSON. */
export function readPosition(value: unknown): { latitude: number; longitude: number } | null {
  const [longitude, latitude]: readonly unknown[] = Array.isArray(value)
    ? value
    : typeof value === "object" && value !== null && "latitude" in value && "longitude" in value
      ? [value.longitude, value.latitude]
      : [];
  return typeof latitude === "number" && typeof longitude === "number" ? { latitude, longitude } : null;
}
