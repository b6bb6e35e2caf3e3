/** Reads the lines of a graph at a place on its x axis. Pure. */
import type { Across, Series } from "../series.ts";

/** A line's value at the pointer. */
export interface Reading {
  readonly words: string;
  readonly unit: string;
  /** Decimals of the value. */
  readonly digits: number;
  /** Null if the line has no value at all. */
  readonly value: number | null;
  /** Where on the x axis the value was measured; null for a mean. */
  readonly place: number | null;
}

/**
 * The index of the measurement nearest to a place: of two as near, the first. Null without a measurement.
 * @param places in any order
 */
export function nearestSample(
  places: readonly number[],
  values: readonly (number | null)[],
  at: number,
): number | null {
  let [nearest, least] = [null as number | null, Number.POSITIVE_INFINITY];
  for (const [index, place] of places.entries()) {
    const value = values[index];
    const away = Math.abs(place - at);
    if (value === null || value === undefined || !Number.isFinite(value) || !(away < least)) continue;
    [nearest, least] = [index, away];
  }
  return nearest;
}

/** The index of the place nearest to `at`, measured or not; 0 without places. */
export function nearestPlace(places: readonly number[], at: number): number {
  return nearestSample(places, places, at) ?? 0;
}

/** Each line's nearest measurement; its place may differ from `at` where the line has a gap. */
export function readingsAt(across: Across, series: readonly Series[], at: number): readonly Reading[] {
  return series.map(({ words, unit, digits, values }) => {
    const index = nearestSample(across.values, values, at);
    return index === null
      ? { words, unit, digits, value: null, place: null }
      : { words, unit, digits, value: values[index] ?? null, place: across.values[index] ?? null };
  });
}

/** Each line's mean, for a graph that has no pointer yet. */
export function meansOf(series: readonly Series[]): readonly Reading[] {
  return series.map(({ words, unit, digits, values }) => {
    const known = values.filter((value) => value !== null);
    const sum = known.reduce((total, value) => total + value, 0);
    return { words, unit, digits, value: known.length === 0 ? null : sum / known.length, place: null };
  });
}
