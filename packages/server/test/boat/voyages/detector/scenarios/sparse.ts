/** Scenarios of trackers with long pauses between their rows, and of instruments switched off early or on late. */
import { MOTOR, NIGHT, SAIL, WEEK } from "./happenings.ts";
import type { Random } from "./random.ts";
import type { Scenario } from "./scenario.ts";
import { ahead, go, moor, type Script, STEP_S, trip } from "./truth.ts";

const MINUTE = 60 / STEP_S;

/** A sail of so many hours, and days at rest before and after. */
function tracked(minutes: number, hours: readonly [number, number]): Scenario {
  return {
    name: `tracker, a row each ${minutes < 60 ? `${minutes} min` : `${minutes / 60} h`}`,
    datesWithinS: minutes * 60,
    distanceWithin: 0.03,
    happens: (s, random) => {
      moor(s, 2 * 24 * 60);
      const knots = random.between(2.5, 6);
      const bearing = random.between(0, 360);
      const nm = knots * random.between(...hours);
      trip(s, () => go(s, [ahead(s, bearing, nm / 2), ahead(s, bearing + 10, nm)], knots, SAIL));
      moor(s, 2 * 24 * 60);
      return { everyS: minutes * 60, noSpeed: random.next() < 0.5 };
    },
  };
}

function sailThere(s: Script, random: Random): number {
  const knots = random.between(4, 6);
  const bearing = random.between(0, 360);
  trip(s, () => {
    go(s, [ahead(s, bearing, random.between(4, 9))], knots, { ...SAIL, stop: false });
    go(s, [ahead(s, bearing + 20, 1)], knots, { ...MOTOR, start: false });
  });
  return knots * (1852 / 3600) * STEP_S;
}

/** Instruments off this many metres before the berth, on again after this many minutes. */
function offEarly(metres: number, name: string, minutes: number): Scenario {
  return {
    name: `switched off ${metres} m before the berth, on after ${name}`,
    datesWithinS: metres > 1000 ? 300 : 180,
    happens: (s, random) => {
      moor(s, NIGHT);
      const step = sailThere(s, random);
      const berth = s.trips[0]?.to ?? 0;
      moor(s, minutes + NIGHT);
      const from = Math.round(berth - metres / step);
      return { off: [{ from, to: from + minutes * MINUTE }] };
    },
  };
}

/** The same at the other end: off at the berth, on again under way. */
function onLate(metres: number, name: string, minutes: number): Scenario {
  return {
    name: `off for ${name}, switched on ${metres} m after the berth`,
    datesWithinS: metres > 1000 ? 300 : 180,
    happens: (s, random) => {
      moor(s, NIGHT + minutes);
      const start = s.moments.length;
      const step = sailThere(s, random);
      moor(s, NIGHT);
      const to = Math.round(start + metres / step);
      return { off: [{ from: to - minutes * MINUTE, to }] };
    },
  };
}

export const SPARSE: readonly Scenario[] = [
  tracked(20, [4, 9]),
  tracked(30, [4, 9]),
  tracked(240, [16, 40]),
  offEarly(400, "an hour", 60),
  offEarly(400, "a day", 25 * 60),
  offEarly(400, "a week", WEEK),
  offEarly(3000, "a day", 30 * 60),
  onLate(400, "an hour", 60),
  onLate(400, "a week", WEEK),
  onLate(2500, "a day", 30 * 60),
];
