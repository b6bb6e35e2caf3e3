/** Scenarios in which the boat does something ordinary and its receiver does not. */
import { longPassage, moored, NIGHT, passage, restOf, WEEK } from "./happenings.ts";
import type { Random } from "./random.ts";
import type { Scenario } from "./scenario.ts";
import { anchor, moor, type Script, STEP_S } from "./truth.ts";

const MINUTE = 60 / STEP_S;
const DAY = 24 * 60 * MINUTE;

/** Runs of so many minutes each, at any time under way. */
function spansUnderWay(s: Script, random: Random, minutes: readonly [number, number], count: number) {
  const trip = s.trips[0] ?? { from: 0, to: 0 };
  const each = (trip.to - trip.from) / count;
  return Array.from({ length: count }, (_, i) => {
    const length = Math.round(random.between(...minutes) * MINUTE);
    const from = Math.round(trip.from + i * each + random.between(8 * MINUTE, each - length - 8 * MINUTE));
    return { from, to: from + length };
  });
}

/** A night, a long passage, a night; the receiver's faults depend on when the boat was under way. */
function onPassage(faults: (s: Script, random: Random) => Scenario["reception"]): Scenario["happens"] {
  return (s, random) => {
    moor(s, NIGHT);
    longPassage(s, random);
    moor(s, NIGHT);
    return faults(s, random);
  };
}

/** At its berth, and a part of each day switched on. */
function switchedOnDaily(s: Script, random: Random): Scenario["reception"] {
  moor(s, WEEK);
  const off = Array.from({ length: 6 }, (_, day) => {
    const from = Math.round(day * DAY + random.between(4, 10) * 60 * MINUTE);
    return { from, to: from + Math.round(random.between(3, 13) * 60 * MINUTE) };
  });
  return { off, faults: { cold: off.map(({ to }) => to) } };
}

export const FAULTY_RECEIVERS: readonly Scenario[] = [
  {
    name: "anchored a week, stray fixes with a speed",
    reception: { faults: { straysPerDay: 40 } },
    happens: (s, random) => {
      anchor(s, WEEK, random.between(20, 60));
      return undefined;
    },
  },
  {
    name: "anchored a week, stray rows, a row each minute or five",
    happens: (s, random) => {
      anchor(s, WEEK, random.between(20, 60));
      return { eachMinute: random.next() < 0.5, faults: { strayRows: random.between(0.002, 0.01) } };
    },
  },
  {
    ...moored("moored a week, stray rows there and back", {}),
    happens: (s, random) => {
      moor(s, WEEK);
      return { faults: { strayRows: random.between(0.002, 0.01), straysPerDay: 5 } };
    },
  },
  {
    name: "at rest a week, two or three stray rows in a row",
    happens: (s, random) => {
      if (random.next() < 0.5) moor(s, WEEK);
      else anchor(s, WEEK, random.between(20, 60));
      return { eachMinute: random.next() < 0.3, faults: { jauntsPerDay: 6, strayRows: 0.003 } };
    },
  },
  {
    name: "sails among stray fixes with a speed",
    distanceWithin: 0.03,
    happens: (s, random) => {
      moor(s, NIGHT);
      passage(s, random, () => undefined);
      anchor(s, NIGHT, random.between(20, 50));
      longPassage(s, random);
      moor(s, NIGHT);
      return { faults: { strayRows: random.between(0.005, 0.02), straysPerDay: 20 } };
    },
  },
  {
    name: "receiver frozen 5 to 45 min under way",
    happens: onPassage((s, random) => ({ faults: { frozen: spansUnderWay(s, random, [5, 45], 3) } })),
  },
  {
    name: "a phone that sleeps, and first says where it was",
    happens: onPassage((s, random) => {
      const asleep = spansUnderWay(s, random, [4, 60], 2);
      return { faults: { asleep } };
    }),
  },
  {
    name: "2 h of dead reckoning",
    distanceWithin: 1,
    happens: onPassage((s, random) => ({ faults: { reckoned: spansUnderWay(s, random, [115, 125], 1) } })),
  },
  { name: "power on each day, 200 to 600 m off, converging", happens: switchedOnDaily },
  {
    name: "circles at an airport while at the berth",
    happens: (s, random) => {
      moor(s, 3 * NIGHT);
      const from = random.between(4, 9) * 60 * MINUTE;
      return { jammed: { from, to: from + random.between(20, 400) * MINUTE, shows: "airport" } };
    },
  },
  {
    name: "elsewhere for hours while at the berth",
    happens: (s, random) => {
      moor(s, 3 * NIGHT);
      const from = random.between(4, 9) * 60 * MINUTE;
      return { jammed: { from, to: from + random.between(65, 400) * MINUTE, shows: "elsewhere" } };
    },
  },
];

/** Rows so close, in time or between two receivers, that their noise adds up. */
export const DENSE: readonly Scenario[] = [
  ...[15, 30].map(
    (metres): Scenario => ({
      name: `two receivers ${metres} m apart, row by row`,
      reception: { twoSourcesM: metres },
      happens: restOf((s, random) => passage(s, random, () => undefined)),
    }),
  ),
  ...[1, 2, 5, 10, 60].map(
    (everyS): Scenario => ({
      name: `a row each ${everyS} s`,
      reception: { everyS },
      happens: (s, random) => {
        moor(s, 60);
        passage(s, random, () => undefined);
        moor(s, 60);
        return undefined;
      },
    }),
  ),
];
