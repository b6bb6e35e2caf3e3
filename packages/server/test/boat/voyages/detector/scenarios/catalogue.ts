/** The scenarios that judge the detector, with the expected results. */
import type { Fix } from "../../../../../src/boat/voyages/detector/fixes/fix.ts";
import { DENSE, FAULTY_RECEIVERS } from "./faulty-receivers.ts";
import {
  alternate,
  asMonths,
  batches,
  hourFast,
  jamming,
  longPassage,
  MOTOR,
  moored,
  NIGHT,
  offline,
  outing,
  passage,
  restOf,
  SAIL,
  summer,
  swinging,
  yearWrong,
} from "./happenings.ts";
import type { Scenario } from "./scenario.ts";
import { SLOW_WATERS } from "./slow-waters.ts";
import { SPARSE } from "./sparse.ts";
import { ahead, anchor, go, hover, moor, STEP_S, trip, vanish } from "./truth.ts";

export const SCENARIOS: readonly Scenario[] = [
  moored("moored a week, sd 3 m", { sdM: 3, correlationS: 90 }),
  moored("moored a week, sd 5 m, 60 s", { sdM: 5, correlationS: 60 }),
  moored("moored a week, 60 m jumps, ten a day", { jumpsPerDay: 10 }),
  moored("moored a week, 5 km glitches, two a day", { glitchesPerDay: 2 }),
  swinging(40),
  swinging(70),
  {
    name: "day sail 6 h",
    happens: restOf((s, random) =>
      outing(s, random, () => {
        const bearing = random.between(0, 360);
        for (const turn of [0, 80, 170, 260]) {
          go(s, [ahead(s, bearing + turn, random.between(5, 8))], random.between(4, 6), {
            ...SAIL,
            start: false,
            stop: false,
          });
        }
      }),
    ),
  },
  {
    name: "passage, 12 min bridge wait",
    asVoyages: true,
    happens: restOf((s, random) => passage(s, random, () => hover(s, 12))),
  },
  {
    name: "passage, 25 min lock",
    asVoyages: true,
    happens: restOf((s, random) => passage(s, random, () => moor(s, 25))),
  },
  {
    name: "heave-to 40 min at 1 kn",
    happens: restOf((s, random) =>
      passage(s, random, (b) => go(s, [ahead(s, b + 70, 0.67)], 1, { ...SAIL, start: false, stop: false })),
    ),
  },
  {
    name: "ghosting 0.8 kn for 3 h",
    happens: restOf((s, random) =>
      passage(s, random, (b) => go(s, [ahead(s, b, 2.4)], 0.8, { ...SAIL, start: false, stop: false })),
    ),
  },
  {
    name: "becalmed 0.25 kn for 1 h",
    happens: restOf((s, random) =>
      passage(s, random, (b) =>
        go(s, [ahead(s, b + 40, 0.25)], 0.25, { ...SAIL, start: false, stop: false }),
      ),
    ),
  },
  {
    name: "berth move 0.5 NM",
    happens: restOf((s, random) =>
      trip(s, () => go(s, [ahead(s, random.between(0, 360), 0.5)], random.between(2, 3.5), MOTOR)),
    ),
  },
  {
    name: "berth shift 150 m",
    happens: restOf((s, random) =>
      go(s, [ahead(s, random.between(0, 360), 150 / 1852)], random.between(1.2, 2.5), MOTOR),
    ),
  },
  {
    name: "lunch stop 90 min at anchor",
    happens: restOf((s, random) => {
      const home: [number, number] = [s.x, s.y];
      const bearing = random.between(0, 360);
      trip(s, () =>
        go(s, [ahead(s, bearing, 0.3), ahead(s, bearing, random.between(5, 8))], random.between(4, 6), SAIL),
      );
      anchor(s, 90, random.between(25, 40));
      trip(s, () => go(s, [home], random.between(4, 6), SAIL));
    }),
  },
  {
    name: "anchor drags 400 m and is reset",
    happens: (s, random) => {
      anchor(s, 2 * NIGHT, 40, 400);
      go(s, [ahead(s, random.between(0, 360), 120 / 1852)], 1.8, MOTOR);
      anchor(s, NIGHT, 40);
      return undefined;
    },
  },
  offline("in order", (backlog, live) => [...batches(live), ...batches(backlog)]),
  offline("reversed", (backlog, live) => [...batches(live), ...batches([...backlog].reverse())]),
  offline("interleaved", (backlog, live) => alternate(batches(live, 31), batches(backlog))),
  {
    name: "clock a year wrong for 2 h under way",
    happens: restOf(longPassage),
    mislaid: yearWrong,
  },
  {
    name: "clock a year wrong, with history there",
    happens: restOf(longPassage),
    mislaid: (fixes, truth) => {
      const year = 365 * 24 * 3_600_000;
      const home = fixes[0];
      const before: Fix[] = [];
      if (home !== undefined) {
        for (let t = truth.begin - year; t < truth.end - year; t += 300_000)
          before.push({ ...home, time: t + 7_000 });
      }
      return [...before, ...yearWrong(fixes, truth)];
    },
  },
  {
    name: "clock an hour fast, set back under way",
    datesWithinS: 3720,
    distanceWithin: 0.03,
    happens: restOf(longPassage),
    mislaid: hourFast,
  },
  {
    name: "GPS off for 3 h under way",
    happens: (s, random) => {
      moor(s, NIGHT);
      longPassage(s, random);
      const middle = ((s.trips[0]?.from ?? 0) + (s.trips[0]?.to ?? 0)) / 2;
      moor(s, NIGHT);
      const half = (90 * 60) / STEP_S;
      return { off: [{ from: middle - half, to: middle + half }] };
    },
  },
  {
    name: "GPS off at the dock for 2 days",
    happens: (s) => {
      moor(s, 5 * 24 * 60);
      const day = (24 * 3600) / STEP_S;
      return { off: [{ from: day, to: 3 * day }] };
    },
  },
  jamming("elsewhere"),
  jamming("circling"),
  jamming("scattered"),
  jamming("shaken"),
  {
    name: "day sail with 5 km glitches, forty a day",
    reception: { glitchesPerDay: 40 },
    happens: restOf(longPassage),
  },
  {
    name: "jammed at the dock, 40 min elsewhere",
    happens: (s) => {
      moor(s, 2 * NIGHT);
      const hour = 3600 / STEP_S;
      return { jammed: { from: 9 * hour, to: 9 * hour + 160, shows: "elsewhere" } };
    },
  },
  {
    name: "carried 400 NM by lorry in 10 h",
    happens: (s, random) => {
      moor(s, NIGHT);
      const bearing = random.between(0, 2 * Math.PI);
      vanish(s, NIGHT, 400 * 1852 * Math.sin(bearing), 400 * 1852 * Math.cos(bearing));
      moor(s, NIGHT);
      return undefined;
    },
  },
  {
    name: "seen 1300 NM away an hour after a sail, then sails there",
    happens: (s, random) => {
      moor(s, NIGHT);
      passage(s, random, () => undefined);
      moor(s, random.between(0, 1) < 0.5 ? 2 : 30);
      const bearing = random.between(0, 2 * Math.PI);
      vanish(s, 60, 1300 * 1852 * Math.sin(bearing), 1300 * 1852 * Math.cos(bearing));
      moor(s, random.between(0, 1) < 0.5 ? 0 : 30);
      passage(s, random, () => undefined);
      moor(s, NIGHT);
      return undefined;
    },
  },
  {
    name: "two sails, seven weeks off, a sail in another sea",
    happens: summer,
  },
  {
    name: "the same, imported month by month backwards",
    happens: summer,
    arrives: (fixes) => asMonths(fixes),
  },
  {
    name: "round an island to the same berth, 5 NM",
    happens: restOf((s, random) => {
      const [x, y] = [s.x, s.y];
      const r = (5 * 1852) / (2 * Math.PI);
      const a0 = random.between(0, 2 * Math.PI);
      const round = Array.from({ length: 37 }, (_, i): [number, number] => {
        const a = a0 + (i * 2 * Math.PI) / 36;
        return [x - r * Math.sin(a0) + r * Math.sin(a), y - r * Math.cos(a0) + r * Math.cos(a)];
      });
      trip(s, () => go(s, round, random.between(3.5, 5.5), SAIL));
    }),
  },
  {
    name: "racing, 12 laps of 1 NM off the harbour",
    happens: restOf((s, random) =>
      outing(s, random, () => {
        const bearing = random.between(0, 360);
        const mark = ahead(s, bearing, 0.5);
        const pin: [number, number] = [s.x, s.y];
        for (let lap = 0; lap < 12; lap++)
          go(s, [mark, pin], random.between(4, 6), { ...SAIL, start: false, stop: false });
      }),
    ),
  },
  ...FAULTY_RECEIVERS,
  ...SPARSE,
  ...SLOW_WATERS,
  ...DENSE,
];
