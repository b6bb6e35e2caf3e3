/** Receivers with false reports: the detector finds what the boat really did. */

import { destination, distanceM } from "@wakelog/kit/geo/distance.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LAW_TIMEOUT, lawCases } from "../../../../../../../test/support/laws/cases.ts";
import type { Fix } from "../../../../../src/boat/voyages/detector/fixes/fix.ts";
import { Boat, HOME, intervalsOf, legs, MINUTE, NM } from "./silence/silent-boat.ts";

const kinds = (fixes: readonly Fix[]) => intervalsOf(fixes).map(({ kind }) => kind);
const bearing = fc.integer({ min: 0, max: 359 });

/** A boat that lies still, with a row each minute or each five, as chance has it. */
function atRest(spacings: readonly number[]): Fix[] {
  const boat = new Boat();
  for (const minutes of spacings) {
    boat.lies(0);
    boat.time += minutes * MINUTE;
  }
  return boat.lies(0).fixes;
}

const spacings = fc.array(fc.constantFrom(1, 5), { minLength: 20, maxLength: 60 });
const stray = fc.record({
  at: fc.nat(),
  bearing,
  nm: fc.double({ min: 0.5, max: 3, noNaN: true }),
  knots: fc.option(fc.double({ min: 0, max: 25, noNaN: true })),
});

describe("a stray fix", { timeout: LAW_TIMEOUT }, () => {
  it("makes no trip of a stay, whatever speed it claims and however long it took to get there", () => {
    fc.assert(
      fc.property(spacings, stray, (minutes, off) => {
        const fixes = atRest(minutes);
        const at = 2 + (off.at % (fixes.length - 4));
        const one = fixes[at];
        if (one !== undefined)
          fixes[at] = { ...one, ...destination(HOME, off.bearing, off.nm * NM), sogKnots: off.knots };
        expect(kinds(fixes)).toEqual(["stay"]);
      }),
      { numRuns: lawCases(5) },
    );
  });

  it("neither cuts a log nor delays an arrival", () => {
    // Not the row of the arrival itself: without it, only the next one shows it.
    // And not a reachable position: half a mile in five minutes is an ordinary speed.
    const far = stray.filter(({ nm }) => nm > 1.1);
    const row = fc.integer({ min: 5, max: 100 }).filter((one) => one !== 60);
    fc.assert(
      fc.property(far, row, fc.constantFrom(1, 5), (off, at, rest) => {
        const boat = new Boat().lies(60).sails(60, 5);
        const arrived = boat.time;
        for (let i = 0; i < 60; i += rest) {
          boat.time += rest * MINUTE;
          boat.lies(0);
        }
        const fixes = boat.lies(90).fixes;
        const one = fixes[12 + at];
        if (one !== undefined)
          fixes[12 + at] = {
            ...one,
            ...destination(one, off.bearing, off.nm * NM),
            sogKnots: off.knots,
          };
        const [leg, ...others] = legs(intervalsOf(fixes));
        expect(others).toEqual([]);
        expect(Math.abs((leg?.to ?? 0) - arrived)).toBeLessThanOrEqual(2 * MINUTE);
      }),
      { numRuns: lawCases(5) },
    );
  });
});

describe("a receiver that stands still", { timeout: LAW_TIMEOUT }, () => {
  it("while the boat sails on cuts no log", () => {
    const span = fc.record({
      from: fc.integer({ min: 5, max: 30 }),
      minutes: fc.integer({ min: 3, max: 45 }),
    });
    fc.assert(
      fc.property(span, fc.double({ min: 2, max: 9, noNaN: true }), (frozen, knots) => {
        const boat = new Boat().lies(60).sails(90, knots).lies(90);
        const first = 13 + frozen.from;
        const stuck = boat.fixes[first];
        const fixes = boat.fixes.map((fix, i) =>
          stuck !== undefined && i > first && i <= first + frozen.minutes
            ? { ...fix, latitude: stuck.latitude, longitude: stuck.longitude }
            : fix,
        );
        const [leg, ...others] = legs(intervalsOf(fixes));
        expect(others).toEqual([]);
        const nm = leg?.segments.reduce((sum, part) => sum + part.distanceNm, 0) ?? 0;
        expect(nm / ((knots * 90) / 60)).toBeCloseTo(1, 1);
      }),
      { numRuns: lawCases(3) },
    );
  });

  it("and reckons on along a wrong course cuts no log", () => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 130 }), fc.integer({ min: 10, max: 40 }), (minutes, wrong) => {
        const boat = new Boat().lies(60).sails(60, 5);
        const lost = boat.at;
        const from = boat.fixes.length;
        const fixes = boat
          .sails(minutes, 5)
          .sails(90, 5)
          .lies(90)
          .fixes.map((fix, i) => {
            if (i < from || i >= from + minutes) return fix;
            return { ...fix, ...destination(lost, 90 + wrong, distanceM(lost, fix)) };
          });
        expect(kinds(fixes)).toEqual(["stay", "leg", "stay"]);
      }),
      { numRuns: lawCases(2) },
    );
  });
});

describe("a clock that is an hour fast", { timeout: LAW_TIMEOUT }, () => {
  it("and is set back under way cuts no log", () => {
    const sail = fc.record({
      knots: fc.double({ min: 3, max: 8, noNaN: true }),
      setBack: fc.integer({ min: 20, max: 110 }),
    });
    fc.assert(
      fc.property(sail, ({ knots, setBack }) => {
        const boat = new Boat().lies(180);
        const at = boat.time + (setBack + 0.5) * MINUTE;
        const fixes = boat
          .sails(120, knots)
          .lies(180)
          .fixes.map((fix) => (fix.time < at ? { ...fix, time: fix.time + 60 * MINUTE + 1000 } : fix))
          .sort((a, b) => a.time - b.time);
        expect(kinds(fixes)).toEqual(["stay", "leg", "stay"]);
      }),
      { numRuns: lawCases(2) },
    );
  });
});

describe("a receiver that is switched on", { timeout: LAW_TIMEOUT }, () => {
  it("hundreds of metres off, and converges without a speed, adds nothing to a stay", () => {
    const cold = fc.record({
      bearing,
      metres: fc.integer({ min: 200, max: 1500 }),
      hours: fc.integer({ min: 1, max: 200 }),
      minutes: fc.constantFrom(1, 2, 5),
      reported: fc.constantFrom(null, "moored" as const),
    });
    fc.assert(
      fc.property(cold, ({ bearing: to, metres, hours, minutes, reported }) => {
        const boat = new Boat().lies(60, reported);
        boat.time += hours * 60 * MINUTE;
        for (let m = 0; m < 10; m += minutes, boat.time += minutes * MINUTE) {
          boat.at = destination(HOME, to, metres * 0.5 ** (m / 1.5));
          boat.lies(0, reported);
        }
        boat.at = HOME;
        expect(kinds(boat.lies(120, reported).fixes)).toEqual(["stay"]);
      }),
      { numRuns: lawCases(3) },
    );
  });
});

describe("a boat that seems to be elsewhere", { timeout: LAW_TIMEOUT }, () => {
  it("for hours, at rest or in circles, and is seen at its berth again, was there all the time", () => {
    const spoof = fc.record({
      nm: fc.integer({ min: 20, max: 400 }),
      bearing,
      minutes: fc.integer({ min: 10, max: 600 }),
      circles: fc.boolean(),
    });
    fc.assert(
      fc.property(spoof, ({ nm, bearing: to, minutes, circles }) => {
        const boat = new Boat().lies(120);
        const airport = destination(HOME, to, nm * NM);
        for (let m = 0; m < minutes; m += 2) {
          boat.time += 2 * MINUTE;
          boat.at = circles ? destination(airport, m * 30, 1500) : destination(airport, m * 77, 6);
          boat.lies(0);
          const newest = boat.fixes.pop();
          if (newest !== undefined) boat.fixes.push({ ...newest, sogKnots: circles ? 35 : 0 });
        }
        boat.at = HOME;
        boat.time += 2 * MINUTE;
        expect(kinds(boat.lies(120).fixes)).toEqual(["stay"]);
      }),
      { numRuns: lawCases(2) },
    );
  });
});
