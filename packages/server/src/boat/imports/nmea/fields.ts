/** The contents of NMEA 0183 sentences, and how their fields are parsed. */
import { toRadians } from "@wakelog/kit/geo/units.ts";

/**
 * The contents of a sentence; what it does not contain is absent. Knots and degrees as in the columns, otherwise SI
 * units.
 */
export interface Content {
  /** Seconds since midnight UTC of the fix. */
  readonly secondOfDay?: number | null;
  /** Midnight UTC of the fix's day, milliseconds since 1970-01-01. */
  readonly day?: number | null;
  /** Whether the sentence has its date from a valid fix. */
  readonly isSureOfDay?: boolean;
  readonly position?: { readonly latitude: number; readonly longitude: number } | null;
  readonly sogKnots?: number | null;
  readonly cogDegrees?: number | null;
  readonly awsKnots?: number | null;
  /** Positive to starboard. */
  readonly awaDegrees?: number | null;
  readonly readings?: Readonly<Record<string, number | null>>;
}

/** The fields after the sentence's name. */
export type Fields = readonly string[];

/** A field as a number; null if it is empty or not a number. */
export function number(text: string | undefined): number | null {
  if (text === undefined || text.trim() === "") return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** A field as a number, converted to another unit. */
export function scaled(text: string | undefined, factor: number): number | null {
  const value = number(text);
  return value === null ? null : value * factor;
}

/** A field in degrees as radians. */
export function radians(text: string | undefined): number | null {
  const value = number(text);
  return value === null ? null : toRadians(value);
}
