/** Laws of silence, with random seasons. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LAW_TIMEOUT, lawCases } from "../../../../../../../../test/support/laws/cases.ts";
import type { LegInterval } from "../../../../../../src/boat/voyages/detector/intervals/interval.ts";
import { SCENARIOS } from "../../../../../boat/voyages/detector/scenarios/catalogue.ts";
import { make } from "../../../../../boat/voyages/detector/scenarios/scenario.ts";
import { Boat, intervalsOf, legs, MINUTE } from "./silent-boat.ts";

const HOUR = 60 * MINUTE;

describe("the laws of silence", { timeout: LAW_TIMEOUT }, () => {
  const season = fc.record({
    scenario: fc.constantFrom(
      ...SCENARIOS.filter(
        (s) => s.arrives === undefined && !/year wrong|month|another sea|1300/.test(s.name),
      ),
    ),
    form: fc.constantFrom("null", "autostate", "true", "plugin"),
    seed: fc.integer({ min: 100, max: 100_000 }),
    length: fc.integer({ min: 1, max: 700 }),
  });
  /** The end of a season's record in one of the catalogue's waters. */
  const recordOf = (
    {
      scenario,
      form,
      seed,
      length,
    }: { scenario: (typeof SCENARIOS)[number]; form: string; seed: number; length: number },
    waters: number,
  ) => {
    const known = form as "null" | "autostate" | "true" | "plugin";
    return make(scenario, known, seed * 6 + waters).fixes.slice(-length);
  };

  it("what was recorded before and after a long silence is what each record gives alone", () => {
    fc.assert(
      fc.property(season, season, fc.integer({ min: 30, max: 3000 }), (one, other, hours) => {
        const before = recordOf(one, 0);
        const last = before.at(-1)?.time ?? 0;
        const later = recordOf(other, 3);
        const shift = last + hours * HOUR - (later[0]?.time ?? 0);
        const after = later.map((fix) => ({ ...fix, time: fix.time + shift }));
        const together = intervalsOf([...before, ...after]);
        const span = (leg: LegInterval) => [leg.from, leg.to];
        const alone = [
          ...legs(intervalsOf(before)).map((leg) => [leg.from, leg.to ?? last]),
          ...legs(intervalsOf(after)).map(span),
        ];
        const ended = legs(together).map(span);
        // A leg that had just begun when the record broke off may be too short to be a log, and vice versa.
        const sure = (legs: (number | null)[][]) =>
          legs.filter(([from, to]) => (to ?? 0) - (from ?? 0) > HOUR || to === null);
        expect(sure(ended)).toEqual(sure(alone));
      }),
      { numRuns: lawCases(0.2) },
    );
  });

  it("no leg holds a silence of more than a day, or a way that no vessel can have sailed", () => {
    const anyTrack = fc.array(
      fc.record({
        minutes: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 20, max: 6000 })),
        nm: fc.oneof(
          fc.constant(0),
          fc.double({ min: 0, max: 3, noNaN: true }),
          fc.double({ min: 0, max: 900, noNaN: true }),
        ),
        bearing: fc.integer({ min: 0, max: 359 }),
        rows: fc.integer({ min: 1, max: 30 }),
        knots: fc.constantFrom(0, 0, 5, 6, 12),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(anyTrack, (parts) => {
        const boat = new Boat().lies(30);
        for (const part of parts) {
          boat.isSilent(part.minutes, part.nm, part.bearing);
          if (part.knots === 0) boat.lies(part.rows * 5);
          else boat.sails(part.rows, part.knots, part.bearing);
        }
        for (const leg of legs(intervalsOf(boat.fixes))) {
          for (const s of leg.segments) {
            if (s.kind !== "gap") continue;
            expect(s.to - s.from).toBeLessThanOrEqual(24 * HOUR);
            expect(s.distanceNm / ((s.to - s.from) / HOUR + 1 / 60)).toBeLessThan(41);
          }
        }
      }),
      { numRuns: lawCases(5) },
    );
  });
});
