/** The contents of NMEA 0183 sentences, and field parsers. */
import { toRadians } from "@wakelog/kit/geo/units.ts";

/** The contents of a sentence; missing values are absent. Knots and degrees as in the columns, otherwise SI units. */
export interface Content {
  /** Time of the fix, seconds since midnight UTC. */
  readonly secondOfDay?: number | null;
  /** Midnight UTC of the fix's day, milliseconds since 1970-01-01. */
  readonly day?: number | null;
  /** Whether the date comes with a valid fix. */
  readonly isSureOfDay?: boolean;
  readonly position?: { readonly latitude: number; readonly longitude: number } | null;
  readonly sogKnots?: number | null;
  readonly cogDegrees?: number | null;
  readonly awsKnots?: number | null;
  /** Positive to starboard. */
  readonly awaDegrees?: number | null;
  readonly readings?: Readonly<Record<string, number | null>>;
}

/** The fields after the sentence name. */
export type Fields = readonly string[];

/** A numeric field; null if empty or invalid. */
export function number(text: string | undefined): number | null {
  if (text === undefined || text.trim() === "") return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** A field as a number, multiplied by a factor. */
export function scaled(text: string | undefined, factor: number): number | null {
  const value = number(text);
  return value === null ? null : value * factor;
}

/** A field in degrees, converted to radians. */
export function radians(text: string | undefined): number | null {
  const value = number(text);
  return value === null ? null : toRadians(value);
}
