/** True wind of a row, measured or computed. */
import { round } from "@wakelog/kit/geo/rounding.ts";
import { mpsToKnots, normaliseLongitude, toDegrees, toRadians } from "@wakelog/kit/geo/units.ts";
import { isRecord } from "@wakelog/kit/json/json.ts";
import type { MetricRow } from "../../record/metric-row.ts";

/** Beyond any speed in metres per second and any angle in radians. */
const MOST_READING = 1e6;

/** Wind: knots, and degrees from the bow, negative to port. */
interface Wind {
  readonly knots: number;
  readonly degrees: number;
}

/** Speed through the water if measured, otherwise over ground, knots. */
export function boatKnots(row: MetricRow): number | null {
  const water = reading(row, "navigation.speedThroughWater");
  return water === null ? row.speedoverground : mpsToKnots(water);
}

/** Measured, or else computed from apparent wind and boat speed. */
export function trueWind(row: MetricRow, boat: number): Wind | null {
  const mps = reading(row, "environment.wind.speedTrue");
  const radians = reading(row, "environment.wind.angleTrueWater");
  if (mps !== null && radians !== null)
    return { knots: mpsToKnots(mps), degrees: normaliseLongitude(toDegrees(radians)) };
  const { windspeedapparent: knots, anglespeedapparent: degrees } = row;
  if (knots === null || degrees === null) return null;
  const ahead = knots * Math.cos(toRadians(degrees)) - boat;
  const abeam = knots * Math.sin(toRadians(degrees));
  return { knots: Math.hypot(ahead, abeam), degrees: toDegrees(Math.atan2(abeam, ahead)) };
}

/**
 * The measured true wind speed, knots, from the sources of exported points (`app.point_readings`): a group in the row,
 * the chosen key, the usual one. Null if none has a value.
 */
export function measuredKnots({ metrics }: MetricRow, chosen: string | null): number | null {
  const group = metrics?.wind;
  const mps =
    valid(isRecord(group) ? group.speed : null) ??
    valid(chosen === null ? null : metrics?.[chosen]) ??
    valid(metrics?.["environment.wind.speedTrue"]);
  return mps === null ? null : round(mpsToKnots(mps), 2);
}

/** Where the wind comes from, degrees from true north: measured, or from the bow's or else the course's direction. */
export function windFrom(row: MetricRow, wind: Wind): number | null {
  const measured = reading(row, "environment.wind.directionTrue");
  if (measured !== null) return ahead(toDegrees(measured));
  const heading = reading(row, "navigation.headingTrue");
  const bow = heading === null ? row.courseovergroundtrue : toDegrees(heading);
  return bow === null ? null : ahead(bow + wind.degrees);
}

/** An angle from 0 to below 360. */
function ahead(degrees: number): number {
  const turned = degrees % 360;
  return turned < 0 ? turned + 360 : turned;
}

function reading({ metrics }: MetricRow, key: string): number | null {
  return valid(metrics?.[key]);
}

/** Some gateways send the greatest double for what they do not know. */
function valid(value: unknown): number | null {
  return typeof value === "number" && Math.abs(value) < MOST_READING ? value : null;
}
