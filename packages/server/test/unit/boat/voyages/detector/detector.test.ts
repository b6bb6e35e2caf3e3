import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LAW_TIMEOUT, lawCases } from "../../../../../../../test/support/laws/cases.ts";
import {
  type DetectorState,
  fold,
  initialState,
  restoreState,
  step,
  unsettled,
} from "../../../../../src/boat/voyages/detector/detector.ts";
import type { Fix } from "../../../../../src/boat/voyages/detector/fixes/fix.ts";
import type { Interval } from "../../../../../src/boat/voyages/detector/intervals/interval.ts";
import { DEFAULT_SETTINGS, parseSettings } from "../../../../../src/boat/voyages/detector/thresholds.ts";
import { SCENARIOS } from "../../../../boat/voyages/detector/scenarios/catalogue.ts";
import { Ledger } from "../../../../boat/voyages/detector/scenarios/ledger.ts";
import { make } from "../../../../boat/voyages/detector/scenarios/scenario.ts";

const SETTINGS = DEFAULT_SETTINGS;

/** Any boat at all: steps from seconds to months, from nothing to across the sea, any report. */
const anyFixes = fc
  .array(
    fc.record({
      seconds: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(60, 300) },
        { weight: 2, arbitrary: fc.integer({ min: 1, max: 1200 }) },
        { weight: 1, arbitrary: fc.integer({ min: 1200, max: 12_000_000 }) },
      ),
      north: fc.oneof(
        fc.integer({ min: -5, max: 5 }),
        fc.integer({ min: -300, max: 300 }),
        fc.constantFrom(0, 9000),
      ),
      east: fc.oneof(fc.integer({ min: -5, max: 5 }), fc.integer({ min: -300, max: 300 })),
      home: fc.boolean(),
      sog: fc.option(fc.double({ min: 0, max: 12, noNaN: true })),
      status: fc.option(fc.constantFrom("sailing", "motoring", "moored", "anchored")),
      trip: fc.option(fc.constantFrom("a", "b"), { freq: 20 }),
    }),
    { maxLength: 150 },
  )
  .map((steps): Fix[] => {
    let time = Date.UTC(2026, 0, 1);
    let latitude = -17;
    let longitude = 179.999;
    return steps.map((s) => {
      time += s.seconds * 1000;
      latitude = s.home ? -17 + s.north / 1e6 : latitude + s.north / 111_000;
      longitude = s.home ? 179.999 : longitude + s.east / 106_000;
      if (longitude >= 180) longitude -= 360;
      const engine = null;
      return {
        time,
        latitude,
        longitude,
        sogKnots: s.sog,
        cogDegrees: null,
        status: s.status,
        engine,
        tripId: s.trip,
      };
    });
  });

/** A boat that makes sense, with gaps and glitches: any scenario of the catalogue, cut anywhere. */
const scenarioFixes = fc
  .record({
    scenario: fc.constantFrom(...SCENARIOS.filter((s) => s.arrives === undefined)),
    form: fc.constantFrom("null", "autostate", "true", "plugin"),
    seed: fc.integer({ min: 1000, max: 1_000_000 }),
    length: fc.integer({ min: 0, max: 500 }),
  })
  .map(({ scenario, form, seed, length }) => make(scenario, form, seed).fixes.slice(-length - 1));

function everything(state: DetectorState, settled: readonly Interval[]): readonly Interval[] {
  return [...settled, ...unsettled(state, SETTINGS)];
}

function wholeFold(fixes: readonly Fix[]): { state: DetectorState; settled: readonly Interval[] } {
  return fold(initialState(), fixes, SETTINGS);
}

function expectTiles(intervals: readonly Interval[]): void {
  intervals.forEach((here, i) => {
    const next = intervals[i + 1];
    if (next === undefined) {
      expect(here.to).toBeNull();
      return;
    }
    expect(here.to).toBe(next.from);
    expect(next.from).toBeGreaterThan(here.from);
  });
}

describe("the detector's laws, for any fixes", { timeout: LAW_TIMEOUT }, () => {
  it("intervals tile time: no overlap, no hole, the last one open", () => {
    fc.assert(
      fc.property(anyFixes, (fixes) => {
        const { state, settled } = wholeFold(fixes);
        expectTiles(everything(state, settled));
        if (fixes.length > 0) expect(everything(state, settled).length).toBeGreaterThan(0);
      }),
      { numRuns: lawCases(5) },
    );
  });

  it("segments tile their leg", () => {
    fc.assert(
      fc.property(anyFixes, (fixes) => {
        const { state, settled } = wholeFold(fixes);
        for (const leg of everything(state, settled)) {
          if (leg.kind !== "leg" || leg.segments.length === 0) continue;
          leg.segments.forEach((s, i) => {
            expect(s.to).toBeGreaterThanOrEqual(s.from);
            expect(s.from).toBe(leg.segments[i - 1]?.to ?? leg.from);
          });
          if (leg.to !== null) expect(leg.segments.at(-1)?.to).toBe(leg.to);
        }
      }),
      { numRuns: lawCases(3) },
    );
  });

  it("what is settled stays, whatever comes later", () => {
    fc.assert(
      fc.property(anyFixes, (fixes) => {
        let state = initialState();
        const settled: Interval[] = [];
        for (const fix of fixes) {
          const next = step(state, fix, SETTINGS);
          state = next.state;
          settled.push(...next.settled);
          expectTiles(everything(state, settled));
        }
      }),
      { numRuns: lawCases(1) },
    );
  });

  it.each([
    ["any fixes", anyFixes, lawCases(3)],
    ["a scenario", scenarioFixes, lawCases(0.2)],
  ] as const)("blocks of any size give what one by one gives: %s", (_, source, numRuns) => {
    fc.assert(
      fc.property(source, fc.integer({ min: 1, max: 60 }), (fixes, size) => {
        const whole = wholeFold(fixes);
        let state = initialState();
        const settled: Interval[] = [];
        for (let i = 0; i < fixes.length; i += size) {
          const part = fold(state, fixes.slice(i, i + size), SETTINGS);
          state = part.state;
          settled.push(...part.settled);
        }
        expect(state).toEqual(whole.state);
        expect(settled).toEqual(whole.settled);
      }),
      { numRuns },
    );
  });

  it.each([
    ["any fixes", anyFixes, lawCases(3)],
    ["a scenario", scenarioFixes, lawCases(0.2)],
  ] as const)("a state that was saved as text goes on as if it never was: %s", (_, source, numRuns) => {
    fc.assert(
      fc.property(source, fc.nat(), (fixes, where) => {
        const at = fixes.length === 0 ? 0 : where % fixes.length;
        const whole = wholeFold(fixes);
        const first = wholeFold(fixes.slice(0, at));
        const restored = restoreState(JSON.parse(JSON.stringify(first.state)));
        if (restored === null) throw new Error("a state of this version was not taken back");
        const rest = fold(restored, fixes.slice(at), SETTINGS);
        expect(JSON.stringify(rest.state)).toBe(JSON.stringify(whole.state));
        expect([...first.settled, ...rest.settled]).toEqual(whole.settled);
      }),
      { numRuns },
    );
  });

  it("a replay changes nothing", () => {
    fc.assert(
      fc.property(anyFixes, fc.nat(), (fixes, where) => {
        const { state } = wholeFold(fixes);
        const again = fold(state, fixes.slice(fixes.length === 0 ? 0 : where % fixes.length), SETTINGS);
        expect(again.state).toEqual(state);
        expect(again.settled).toEqual([]);
      }),
      { numRuns: lawCases(2) },
    );
  });

  it("fixes that come late, in any order and batches, give the same intervals", () => {
    fc.assert(
      fc.property(
        scenarioFixes,
        fc.infiniteStream(fc.nat()),
        fc.integer({ min: 1, max: 80 }),
        (fixes, chance, size) => {
          const shuffled = fixes
            .map((f) => ({ f, at: chance.next().value ?? 0 }))
            .sort((a, b) => a.at - b.at);
          const ledger = new Ledger();
          for (let i = 0; i < shuffled.length; i += size)
            ledger.receive(shuffled.slice(i, i + size).map((x) => x.f));
          const { state, settled } = wholeFold(fixes);
          expect(ledger.intervals()).toEqual(everything(state, settled));
          expect(JSON.stringify(ledger.state)).toBe(JSON.stringify(state));
        },
      ),
      { numRuns: lawCases(0.15) },
    );
  });

  it("step leaves the state that it was given alone", () => {
    fc.assert(
      fc.property(anyFixes, (fixes) => {
        let state = initialState();
        for (const fix of fixes) {
          const before = JSON.stringify(state);
          const next = step(state, fix, SETTINGS).state;
          expect(JSON.stringify(state)).toBe(before);
          state = next;
        }
      }),
      { numRuns: lawCases(0.5) },
    );
  });

  it("a state stays small", () => {
    fc.assert(
      fc.property(anyFixes, (fixes) => {
        expect(JSON.stringify(wholeFold(fixes).state).length).toBeLessThan(60_000);
      }),
      { numRuns: lawCases(1) },
    );
  });

  it("a state of another version is not taken", () => {
    expect(restoreState({ ...initialState(), version: -1 })).toBeNull();
    expect(restoreState(null)).toBeNull();
  });
});

describe("settings", () => {
  it("completes what is not given and refuses unknown names and absurd values", () => {
    expect(parseSettings({ minTripM: 500 })).toEqual({ ...SETTINGS, minTripM: 500 });
    expect(() => parseSettings({ minTrip: 500 })).toThrow();
    expect(() => parseSettings({ minTripM: -1 })).toThrow();
  });
});
