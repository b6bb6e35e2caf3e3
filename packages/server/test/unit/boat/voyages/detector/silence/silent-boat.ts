/** A boat that is silent at times, and the detector's result. */

import { destination, type Position } from "@wakelog/kit/geo/distance.ts";
import { fold, initialState, unsettled } from "../../../../../../src/boat/voyages/detector/detector.ts";
import type { Fix, ReportedStatus } from "../../../../../../src/boat/voyages/detector/fixes/fix.ts";
import type {
  Interval,
  LegInterval,
} from "../../../../../../src/boat/voyages/detector/intervals/interval.ts";
import { DEFAULT_SETTINGS } from "../../../../../../src/boat/voyages/detector/thresholds.ts";

export const MINUTE = 60_000;

export const START = Date.UTC(2026, 4, 1, 6);

export const HOME: Position = { latitude: 59.8, longitude: 22.9 };

export const NM = 1852;

/**
 * A boat on a course: rows a minute apart under way unless specified, five at rest; silences with or without
 * movement.
 */
export class Boat {
  readonly fixes: Fix[] = [];
  time = START;
  at = HOME;

  #row(knots: number, status: ReportedStatus | null): void {
    this.fixes.push({
      time: this.time,
      latitude: this.at.latitude,
      longitude: this.at.longitude,
      sogKnots: knots,
      cogDegrees: null,
      status,
      engine: null,
      tripId: null,
    });
  }

  lies(minutes: number, status: ReportedStatus | null = null): this {
    for (let m = 0; m <= minutes; m += 5, this.time += 5 * MINUTE) this.#row(0, status);
    this.time -= 5 * MINUTE;
    return this;
  }

  sails(minutes: number, knots: number, bearing = 90, every = 1): this {
    for (let m = 0; m < minutes; m += every) {
      this.time += every * MINUTE;
      this.at = destination(this.at, bearing, (knots * NM * every) / 60);
      this.#row(knots, null);
    }
    return this;
  }

  /** No rows in between. */
  isSilent(minutes: number, nm = 0, bearing = 90): this {
    this.time += minutes * MINUTE;
    if (nm > 0) this.at = destination(this.at, bearing, nm * NM);
    return this;
  }
}

export function intervalsOf(fixes: readonly Fix[]): readonly Interval[] {
  const { state, settled } = fold(initialState(), fixes, DEFAULT_SETTINGS);
  return [...settled, ...unsettled(state, DEFAULT_SETTINGS)];
}

export function legs(intervals: readonly Interval[]): LegInterval[] {
  return intervals.filter((one) => one.kind === "leg");
}
