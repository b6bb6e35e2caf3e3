import { describe, expect, it } from "vitest";
import { fold, initialState, unsettled } from "../../../../src/boat/voyages/detector/detector.ts";
import type { Interval } from "../../../../src/boat/voyages/detector/intervals/interval.ts";
import { DEFAULT_SETTINGS } from "../../../../src/boat/voyages/detector/thresholds.ts";
import { SCENARIOS } from "./scenarios/catalogue.ts";
import { Ledger } from "./scenarios/ledger.ts";
import { FORMS } from "./scenarios/receiver.ts";
import { make } from "./scenarios/scenario.ts";
import { score } from "./scenarios/score.ts";

/** Not among the seeds used to tune the thresholds (1 to 20). */
const SEEDS = [211];

function found(fixes: Parameters<typeof fold>[1]): readonly Interval[] {
  const { state, settled } = fold(initialState(), fixes, DEFAULT_SETTINGS);
  return [...settled, ...unsettled(state, DEFAULT_SETTINGS)];
}

describe.each(SCENARIOS.map((scenario) => ({ name: scenario.name, scenario })))("$name", ({ scenario }) => {
  it.each(scenario.forms ?? FORMS)("finds every trip, no other, and dates it, with status %s", (form) => {
    for (const seed of SEEDS) {
      const { fixes, arriving, truth } = make(scenario, form, seed);
      const intervals = found(fixes);
      const result = score(intervals, fixes, truth, scenario.asVoyages === true);
      expect(result).toMatchObject({
        got: truth.trips.length,
        falseTrips: 0,
        missed: 0,
        wrongSplits: 0,
        wrongJoins: 0,
      });
      for (const seconds of [...result.startErrors, ...result.endErrors])
        expect(Math.abs(seconds)).toBeLessThanOrEqual(scenario.datesWithinS ?? 120);
      for (const error of result.distanceErrors)
        expect(Math.abs(error)).toBeLessThanOrEqual(scenario.distanceWithin ?? 0.01);
      if (arriving.length < 2) continue;
      const ledger = new Ledger();
      for (const batch of arriving) ledger.receive(batch);
      expect(ledger.intervals()).toEqual(intervals);
    }
  });
});

function scenario(name: string) {
  const wanted = SCENARIOS.find((s) => s.name.startsWith(name));
  if (wanted === undefined) throw new Error(`no scenario ${name}`);
  return wanted;
}

describe("beside the trips", () => {
  it("a dragging anchor is an event of the stay", () => {
    const intervals = found(make(scenario("anchor drags"), "true", 31).fixes);
    const events = intervals.flatMap((i) => (i.kind === "stay" ? i.events : []));
    expect(events.map((e) => e.kind)).toContain("drag");
    expect(events[0]?.text).toMatch(/moved \d+ m without making way/);
  });

  it("a stop at a lock is a pause inside the log when only positions tell", () => {
    const intervals = found(make(scenario("passage, 25 min lock"), "null", 31).fixes);
    const pauses = intervals.flatMap((i) =>
      i.kind === "leg" ? i.segments.filter((s) => s.kind === "pause") : [],
    );
    expect(pauses).toHaveLength(1);
    expect(((pauses[0]?.to ?? 0) - (pauses[0]?.from ?? 0)) / 60_000).toBeCloseTo(25, -1);
  });

  it("a reported stop at a lock parts two legs of one voyage", () => {
    const legs = found(make(scenario("passage, 25 min lock"), "true", 31).fixes).filter(
      (i) => i.kind === "leg",
    );
    expect(legs.map((leg) => leg.continuesVoyage)).toEqual([false, true]);
  });

  it.each([566, 569])(
    "a boat that goes to and fro has one receiver, and its whole way counts: %i",
    (seed) => {
      const { fixes, truth } = make(scenario("behind a start line"), "null", seed);
      for (const error of score(found(fixes), fixes, truth, false).distanceErrors)
        expect(Math.abs(error)).toBeLessThanOrEqual(0.01);
    },
  );

  it("a silence under way is a gap in its leg, its miles apart", () => {
    const leg = found(make(scenario("GPS off for 3 h under way"), "null", 31).fixes).find(
      (i) => i.kind === "leg",
    );
    const gap = leg?.kind === "leg" ? leg.segments.find((s) => s.kind === "gap") : undefined;
    expect(((gap?.to ?? 0) - (gap?.from ?? 0)) / 3_600_000).toBeCloseTo(3, 0);
    expect(gap?.distanceNm).toBeGreaterThan(10);
  });

  it("an anchored boat's swing is learned", () => {
    const [stay] = found(make(scenario("anchored a week, 70 m"), "true", 31).fixes);
    expect(stay).toMatchObject({ kind: "stay", to: null, stayCode: 2 });
    expect(stay?.kind === "stay" ? stay.radiusM : 0).toBeGreaterThan(55);
  });
});
