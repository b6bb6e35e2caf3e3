import fc from "fast-check";
import { expect, it } from "vitest";
import { LAW_TIMEOUT, lawCases } from "../../../../../../../test/support/laws/cases.ts";
import { fold, initialState, unsettled } from "../../../../../src/boat/voyages/detector/detector.ts";
import { DEFAULT_SETTINGS } from "../../../../../src/boat/voyages/detector/thresholds.ts";
import { storedInterval } from "../../../../../src/boat/voyages/logbook/stored-interval.ts";
import { SCENARIOS } from "../../../../boat/voyages/detector/scenarios/catalogue.ts";
import { make } from "../../../../boat/voyages/detector/scenarios/scenario.ts";

const folded = fc
  .record({
    scenario: fc.constantFrom(...SCENARIOS),
    seed: fc.integer({ min: 1000, max: 1_000_000 }),
    length: fc.integer({ min: 0, max: 3000 }),
  })
  .map(({ scenario, seed, length }) => {
    const fixes = make(scenario, "plugin", seed).fixes.slice(0, length);
    const { state, settled } = fold(initialState(), fixes, DEFAULT_SETTINGS);
    return [...settled, ...unsettled(state, DEFAULT_SETTINGS)];
  });

it("reads back whatever the detector finds, with nothing lost and nothing added", {
  timeout: LAW_TIMEOUT,
}, () => {
  fc.assert(
    fc.property(folded, (intervals) => {
      for (const interval of intervals) {
        const stored: unknown = JSON.parse(JSON.stringify(interval));
        expect(storedInterval.parse(stored)).toEqual(interval);
      }
    }),
    { numRuns: lawCases(0.2) },
  );
});

it("refuses an interval that lacks any of its fields", { timeout: LAW_TIMEOUT }, () => {
  fc.assert(
    fc.property(folded, fc.nat(), (intervals, n) => {
      for (const interval of intervals) {
        const fields = Object.entries(interval);
        const without = fields.filter((_, i) => i !== n % fields.length);
        expect(storedInterval.safeParse(Object.fromEntries(without)).success).toBe(false);
      }
    }),
    { numRuns: lawCases(0.2) },
  );
});
