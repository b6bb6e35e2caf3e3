/** Slow boats under way, boats that move at rest, and trackers with rare rows. */

import { destination, distanceM } from "@wakelog/kit/geo/distance.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LAW_TIMEOUT, lawCases } from "../../../../../../../test/support/laws/cases.ts";
import type { Fix } from "../../../../../src/boat/voyages/detector/fixes/fix.ts";
import { Boat, HOME, intervalsOf, legs, MINUTE, NM, START } from "./silence/silent-boat.ts";

const HOUR = 60 * MINUTE;
const kinds = (fixes: readonly Fix[]) =>
  intervalsOf(fixes).map((one) => (one.kind === "gap" ? one.cause : one.kind));
const minutesOf = (time: number | null | undefined) => ((time ?? 0) - START) / MINUTE;

/**
 * A tracker's rows: at rest, on one course and speed until some time after the last row under way, at rest.
 * @param saysSpeed whether each row has the highest speed since the last one, as plugins report it
 */
function tracked(
  spacing: number,
  rests: number,
  rows: number,
  knots: number,
  lastPart: number,
  saysSpeed: boolean,
): Boat {
  const boat = new Boat();
  const speeds: (number | null)[] = [];
  const row = (part: number) => {
    boat.at = destination(boat.at, 90, (part * knots * NM * spacing) / 60);
    boat.lies(0);
    speeds.push(saysSpeed ? (part > 0 ? knots : 0.1) : null);
    boat.time += spacing * MINUTE;
  };
  for (let i = 0; i < rests; i++) row(0);
  for (let i = 0; i < rows; i++) row(1);
  row(lastPart);
  for (let i = 0; i < rests; i++) row(0);
  const told = boat.fixes.map((fix, i) => ({ ...fix, sogKnots: speeds[i] ?? null }));
  boat.fixes.splice(0, boat.fixes.length, ...told);
  return boat;
}

describe("a tracker with long pauses between its rows", { timeout: LAW_TIMEOUT }, () => {
  it("dates both ends within a row's spacing", () => {
    const sail = fc.record({
      spacing: fc.constantFrom(20, 60, 240),
      rests: fc.integer({ min: 3, max: 6 }),
      rows: fc.integer({ min: 3, max: 30 }),
      knots: fc.double({ min: 1.5, max: 8, noNaN: true }),
      // Most misleading just after a row: the next one still reports the speed.
      lastPart: fc.oneof(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0.03, max: 0.1, noNaN: true }),
      ),
      saysSpeed: fc.boolean(),
    });
    fc.assert(
      fc.property(sail, ({ spacing, rests, rows, knots, lastPart, saysSpeed }) => {
        const boat = tracked(spacing, rests, rows, knots, lastPart, saysSpeed);
        const [leg, ...others] = legs(intervalsOf(boat.fixes));
        expect(others).toEqual([]);
        expect(Math.abs(minutesOf(leg?.from) - (rests - 1) * spacing)).toBeLessThanOrEqual(spacing);
        const end = (rests - 1 + rows + lastPart) * spacing;
        expect(Math.abs(minutesOf(leg?.to) - end)).toBeLessThanOrEqual(spacing);
      }),
      { numRuns: lawCases(5) },
    );
  });
});

describe("instruments that are off before the berth, or on after it", { timeout: LAW_TIMEOUT }, () => {
  const silence = fc.record({
    nm: fc.double({ min: 0.17, max: 2.8, noNaN: true }),
    hours: fc.integer({ min: 4, max: 2000 }),
    knots: fc.double({ min: 3, max: 8, noNaN: true }),
  });

  it("end the leg at the speed seen, and the rest is a stay", () => {
    fc.assert(
      fc.property(silence, ({ nm, hours, knots }) => {
        const boat = new Boat().lies(60).sails(60, knots);
        const off = boat.time;
        const fixes = boat.isSilent(hours * 60, nm).lies(120).fixes;
        expect(kinds(fixes)).toEqual(["stay", "leg", "stay"]);
        const [leg] = legs(intervalsOf(fixes));
        expect(Math.abs((leg?.to ?? 0) - off - (nm / knots) * HOUR)).toBeLessThan(2 * MINUTE);
      }),
      { numRuns: lawCases(3) },
    );
  });

  it("begin the leg at the speed seen, and what was before is a stay", () => {
    fc.assert(
      fc.property(silence, ({ nm, hours, knots }) => {
        const boat = new Boat().lies(60).isSilent(hours * 60, nm);
        const on = boat.time + MINUTE;
        const fixes = boat.sails(60, knots).lies(120).fixes;
        expect(kinds(fixes)).toEqual(["stay", "leg", "stay"]);
        const [leg] = legs(intervalsOf(fixes));
        expect(Math.abs(on - (leg?.from ?? 0) - (nm / knots) * HOUR)).toBeLessThan(2 * MINUTE);
      }),
      { numRuns: lawCases(3) },
    );
  });

  it("never show the boat at two places at one time", () => {
    const seen = fc.record({
      nm: fc.double({ min: 0.2, max: 1.4, noNaN: true }),
      minutes: fc.integer({ min: 180, max: 1200 }),
      rests: fc.boolean(),
    });
    fc.assert(
      fc.property(seen, ({ nm, minutes, rests }) => {
        const boat = new Boat().lies(60).sails(60, 5);
        if (rests) boat.isSilent(1).lies(0);
        const fixes = boat.isSilent(minutes, nm).sails(60, 5).lies(120).fixes;
        const intervals = intervalsOf(fixes);
        expect(kinds(fixes)).toEqual(["stay", "leg", "stay", "leg", "stay"]);
        const [before, after] = legs(intervals);
        const apart = distanceM(
          { latitude: before?.toLatitude ?? 0, longitude: before?.toLongitude ?? 0 },
          { latitude: after?.fromLatitude ?? 0, longitude: after?.fromLongitude ?? 0 },
        );
        expect(apart).toBeLessThan(100);
        const unseen = after?.segments.reduce((sum, s) => sum + (s.kind === "gap" ? s.distanceNm : 0), 0);
        expect(unseen).toBeGreaterThan(nm - 0.1);
      }),
      { numRuns: lawCases(3) },
    );
  });
});

describe("a boat that hardly moves", { timeout: LAW_TIMEOUT }, () => {
  it("and goes straight on, or to and fro at speed, is under way", () => {
    const slow = fc.record({
      minutes: fc.integer({ min: 47, max: 85 }),
      fro: fc.boolean(),
      metres: fc.integer({ min: 50, max: 95 }),
      knots: fc.double({ min: 1.7, max: 4, noNaN: true }),
      drift: fc.double({ min: 0.08, max: 0.145, noNaN: true }),
    });
    fc.assert(
      fc.property(slow, ({ minutes, fro, metres, knots, drift }) => {
        const boat = new Boat().lies(60).sails(30, 5);
        const here = boat.at;
        for (let m = 1; m <= minutes; m++) {
          boat.time += MINUTE;
          const way = ((knots * NM) / 60) * m;
          const along = metres - Math.abs((way % (4 * metres)) - 2 * metres);
          boat.at = fro ? destination(here, 0, along) : destination(here, 90, ((drift * NM) / 60) * m);
          boat.lies(0);
          const newest = boat.fixes.pop();
          if (newest !== undefined) boat.fixes.push({ ...newest, sogKnots: fro ? knots : drift });
        }
        expect(kinds(boat.sails(30, 5).lies(120).fixes)).toEqual(["stay", "leg", "stay"]);
      }),
      { numRuns: lawCases(3) },
    );
  });

  it("while its engine runs is under way; at anchor without one it is not", () => {
    const stopped = (running: boolean) => {
      const boat = new Boat().lies(60).sails(30, 5).isSilent(1).lies(60).sails(30, 5).lies(120);
      const fixes = boat.fixes.map((fix) => ({ ...fix, engine: { running, runTimeSeconds: null } }));
      return legs(intervalsOf(fixes)).length;
    };
    expect([stopped(true), stopped(false)]).toEqual([1, 2]);
  });

  it("as its anchor drags and every row says anchored made no trip, and has an event", () => {
    const drag = fc.record({
      knots: fc.double({ min: 0.4, max: 2.2, noNaN: true }),
      nm: fc.double({ min: 0.25, max: 1.8, noNaN: true }),
      every: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(drag, ({ knots, nm, every }) => {
        const boat = new Boat().lies(60, "anchored");
        const rest = boat.fixes.length;
        boat.sails(Math.ceil((nm / knots) * 60), knots, 90, every).lies(180);
        const fixes = boat.fixes.map((fix, i) => (i < rest ? fix : { ...fix, status: "anchored" as const }));
        const intervals = intervalsOf(fixes);
        expect(intervals.map(({ kind }) => kind)).toEqual(["stay"]);
        expect(intervals.flatMap((one) => (one.kind === "stay" ? one.events : []))).toMatchObject([
          { kind: "drag" },
        ]);
      }),
      { numRuns: lawCases(3) },
    );
  });
});

describe("legs and voyages", { timeout: LAW_TIMEOUT }, () => {
  /** Noon at the boat's longitude is hours after 10:30 UTC. */
  const passage = (begin: number, stop: number) => {
    const boat = new Boat();
    boat.time += begin * HOUR;
    const fixes = boat.lies(60).sails(60, 5).lies(stop).sails(60, 5).lies(120).fixes;
    return legs(intervalsOf(fixes)).map((leg) => leg.continuesVoyage);
  };

  it("a stop of less than three hours by day parts two legs of one voyage", () => {
    for (const stop of [50, 85, 120, 170]) expect(passage(0, stop)).toEqual([false, true]);
    expect(passage(0, 190)).toEqual([false, false]);
  });

  it("a stop in the night ends the voyage", () => {
    expect(passage(15, 85)).toEqual([false, false]);
  });

  it("a leg that led back to where it began ends the voyage", () => {
    const boat = new Boat().lies(60).sails(60, 5).sails(60, 5, 270);
    boat.at = HOME;
    const fixes = boat.isSilent(1).lies(90).sails(60, 5).lies(120).fixes;
    expect(legs(intervalsOf(fixes)).map((leg) => leg.continuesVoyage)).toEqual([false, false]);
  });

  it("a reported departure begins at the berth, however far out the first row is", () => {
    fc.assert(
      fc.property(fc.double({ min: 310, max: 700, noNaN: true }), (metres) => {
        const boat = new Boat().lies(60, "moored").isSilent(5, metres / NM);
        const knots = metres / 5 / (NM / 60);
        const first = boat.fixes.length;
        const fixes = boat
          .lies(0)
          .sails(60, 5)
          .lies(120)
          .fixes.map((fix, i) =>
            i < first
              ? fix
              : { ...fix, status: "sailing" as const, sogKnots: Math.max(fix.sogKnots ?? 0, knots) },
          );
        const [leg] = legs(intervalsOf(fixes));
        const from = { latitude: leg?.fromLatitude ?? 0, longitude: leg?.fromLongitude ?? 0 };
        expect(distanceM(from, HOME)).toBeLessThan(30);
      }),
      { numRuns: lawCases(2) },
    );
  });
});
