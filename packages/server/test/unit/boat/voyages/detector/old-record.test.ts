import { destination } from "@wakelog/kit/geo/distance.ts";
import { describe, expect, it } from "vitest";
import { fold, initialState, unsettled } from "../../../../../src/boat/voyages/detector/detector.ts";
import type { Fix } from "../../../../../src/boat/voyages/detector/fixes/fix.ts";
import { DEFAULT_SETTINGS } from "../../../../../src/boat/voyages/detector/thresholds.ts";

const HOME = { latitude: 59.9, longitude: 23.4 };
const MINUTE = 60_000;

const fix = (
  time: number,
  at: { latitude: number; longitude: number },
  knots: number,
  tripId: string | null,
): Fix => ({
  time,
  ...at,
  sogKnots: knots,
  cogDegrees: 180,
  status: null,
  engine: null,
  tripId,
});

/** How many legs begin with two hours at six knots that end nowhere, years before a day at the home berth. */
function legsOf(startNm: number, tripId: string | null): number {
  const began = Date.UTC(2022, 8, 10, 8);
  const old = Array.from({ length: 121 }, (_, i) =>
    fix(began + i * MINUTE, destination(HOME, 180, (startNm + i / 10) * 1852), 6, tripId),
  );
  const berth = Array.from({ length: 288 }, (_, i) =>
    fix(Date.UTC(2026, 10, 1) + i * 5 * MINUTE, HOME, 0, null),
  );
  const { state, settled } = fold(initialState(), [...old, ...berth], DEFAULT_SETTINGS);
  return [...settled, ...unsettled(state, DEFAULT_SETTINGS)].filter(
    (interval) => interval.kind === "leg" && interval.from === began,
  ).length;
}

describe("a record of long ago that breaks off under way", () => {
  it("is a voyage when the boat lies far from there now", () => {
    expect(legsOf(300, null)).toBe(1);
  });

  it("is a voyage when its rows name the trip", () => {
    expect(legsOf(5, "harbour-to-harbour")).toBe(1);
  });

  it("is a wrong clock's when the boat lies a few hours from there now", () => {
    expect(legsOf(5, null)).toBe(0);
  });
});
