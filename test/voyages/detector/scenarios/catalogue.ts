/** The scenarios by which the detector is judged, and what it should find in each. */
import type { Position } from "../../../../src/geo/distance.ts";
import type { Fix } from "../../../../src/voyages/detector/fixes/fix.ts";
import { type Random, seeded } from "./random.ts";
import {
  type Form,
  type Jamming,
  type Origin,
  originAt,
  positionOf,
  type Reception,
  receive,
  timeAt,
} from "./receiver.ts";
import { ahead, anchor, go, hover, moor, type Script, STEP_S, script, trip, vanish } from "./truth.ts";

export interface Scenario {
  readonly name: string;
  /** Whether legs of one voyage count as one: a reported stop may cut a log, never a voyage. */
  readonly asVoyages?: boolean;
  readonly reception?: Partial<Reception>;
  readonly happens: (
    s: Script,
    random: Random,
  ) => { readonly off?: Reception["off"]; readonly jammed?: Reception["jammed"] } | undefined;
  /** How far the distance of a log may be from the truth, as a part of it; 1 % unless it says otherwise. */
  readonly distanceWithin?: number;
  /** What becomes of the fixes on their way: they are folded in order of time. */
  readonly mislaid?: (fixes: Fix[], truth: Truth) => Fix[];
  /** The batches in which the fixes arrive, when not one by one in order. */
  readonly arrives?: (fixes: readonly Fix[], truth: Truth) => Fix[][];
}

export interface Truth {
  readonly trips: readonly { readonly from: number; readonly to: number }[];
  readonly begin: number;
  readonly end: number;
  /** Where the boat really was at the time of a fix. */
  readonly whereabouts: (time: number) => Position;
}

const WEEK = 7 * 24 * 60;
const NIGHT = 10 * 60;
const SAIL = { status: "sailing" } as const;
const MOTOR = { status: "motoring" } as const;

/** Out of the harbour under engine, then where the scenario takes it, and in again. */
function outing(
  s: Script,
  random: Random,
  between: () => void,
  back: readonly [number, number] = [s.x, s.y],
): void {
  trip(s, () => {
    go(s, [ahead(s, random.between(0, 360), 0.4)], random.between(2.5, 4), { ...MOTOR, stop: false });
    between();
    go(s, [back], random.between(3, 6), { ...MOTOR, start: false });
  });
}

function passage(s: Script, random: Random, between: (bearing: number) => void): void {
  const bearing = random.between(0, 360);
  const knots = random.between(4, 6.5);
  trip(s, () => {
    go(s, [ahead(s, bearing, 0.3)], random.between(2.5, 4), { ...MOTOR, stop: false });
    go(s, [ahead(s, bearing + 10, random.between(5, 9))], knots, { ...SAIL, start: false });
    between(bearing);
    go(s, [ahead(s, bearing - 15, random.between(4, 8))], knots, SAIL);
  });
}

/** Six hours and more on one course. */
function longPassage(s: Script, random: Random): void {
  const bearing = random.between(0, 360);
  const end = ahead(s, bearing, random.between(28, 36));
  trip(s, () => go(s, [ahead(s, bearing, 0.3), end], random.between(4.5, 6), SAIL));
}

function restOf(scenario: (s: Script, random: Random) => void): Scenario["happens"] {
  return (s, random) => {
    moor(s, NIGHT);
    scenario(s, random);
    moor(s, NIGHT);
    return undefined;
  };
}

function moored(name: string, reception: Partial<Reception>): Scenario {
  return {
    name,
    reception,
    happens: (s) => {
      moor(s, WEEK);
      return undefined;
    },
  };
}

function swinging(radius: number): Scenario {
  return {
    name: `anchored a week, ${radius} m swing, tides`,
    happens: (s) => {
      anchor(s, WEEK, radius);
      return undefined;
    },
  };
}

/** Two hours in the middle of the first trip are stamped a year early. */
function yearWrong(fixes: Fix[], truth: Truth): Fix[] {
  const first = truth.trips[0];
  const middle = first === undefined ? 0 : (first.from + first.to) / 2;
  const hour = 3_600_000;
  return fixes.map((f) => (Math.abs(f.time - middle) < hour ? { ...f, time: f.time - 365 * 24 * hour } : f));
}

const OFFLINE_DAYS = 20;

/** Twenty days without connection, with a trip each third day; then the whole backlog comes. */
function offline(name: string, arrives: (backlog: Fix[], live: Fix[]) => Fix[][]): Scenario {
  return {
    name: `20 days offline, backlog ${name}`,
    happens: (s, random) => {
      for (let day = 0; day < OFFLINE_DAYS + 4; day += 3) {
        const before = s.moments.length;
        moor(s, NIGHT);
        passage(s, random, () => undefined);
        moor(s, 3 * 24 * 60 - ((s.moments.length - before) * STEP_S) / 60);
      }
      return undefined;
    },
    arrives: (fixes, truth) => {
      const day = 86_400_000;
      const back = truth.begin + (OFFLINE_DAYS + 2) * day;
      const first = fixes.filter((f) => f.time < truth.begin + 2 * day);
      const backlog = fixes.filter((f) => f.time >= truth.begin + 2 * day && f.time < back);
      return [
        ...batches(first),
        ...arrives(
          backlog,
          fixes.filter((f) => f.time >= back),
        ),
      ];
    },
  };
}

/** Two sails in one sea, seven weeks switched off, a sail in another. */
function summer(s: Script, random: Random): undefined {
  for (const _ of [1, 2]) {
    moor(s, NIGHT);
    passage(s, random, () => undefined);
  }
  moor(s, NIGHT);
  vanish(s, 7 * WEEK, random.between(300, 900) * 1852, -random.between(400, 1500) * 1852);
  moor(s, 30);
  passage(s, random, () => undefined);
  moor(s, NIGHT);
  return undefined;
}

/** Files of a month each, in another order than they were written. */
function asMonths(fixes: readonly Fix[]): Fix[][] {
  const months = new Map<string, Fix[]>();
  for (const fix of fixes) {
    const month = new Date(fix.time).toISOString().slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), fix]);
  }
  return [...months.values()].reverse();
}

function jamming(shows: Jamming): Scenario {
  return {
    name: `40 min of jamming under way, ${shows}`,
    distanceWithin: 0.03,
    happens: (s, random) => {
      moor(s, NIGHT);
      longPassage(s, random);
      const middle = Math.round(((s.trips[0]?.from ?? 0) + (s.trips[0]?.to ?? 0)) / 2);
      moor(s, NIGHT);
      const half = (20 * 60) / STEP_S;
      return { jammed: { from: middle - half, to: middle + half, shows } };
    },
  };
}

function batches(fixes: readonly Fix[], size = 310): Fix[][] {
  return Array.from({ length: Math.ceil(fixes.length / size) }, (_, i) =>
    fixes.slice(i * size, (i + 1) * size),
  );
}

function alternate(a: Fix[][], b: Fix[][]): Fix[][] {
  return Array.from({ length: Math.max(a.length, b.length) }).flatMap((_, i) => [a[i] ?? [], b[i] ?? []]);
}

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
    name: "two GPS sources 30 m apart",
    reception: { twoSourcesM: 30 },
    happens: restOf((s, random) => passage(s, random, () => undefined)),
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
];

/** Ordinary seas, the equator at Greenwich, both sides of the 180° meridian, the far north. */
const WATERS: readonly (readonly [number, number])[] = [
  [60.08, 23.53],
  [0.01, -0.02],
  [-17.6, 179.99],
  [43.3, 5.35],
  [80.2, 15.5],
  [-54.8, -68.3],
];

/**
 * A scenario made from a seed: the fixes in order of time, the batches in which they arrive, the trips that were.
 * @param otherwise what the boat's receiver and plugin do otherwise than the scenario asks
 */
export function make(
  scenario: Scenario,
  form: Form,
  seed: number,
  otherwise: Partial<Reception> = {},
): { fixes: Fix[]; arriving: Fix[][]; truth: Truth } {
  const random = seeded(
    seed * 7919 + [...scenario.name].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 65521, 7),
  );
  const s = script(random);
  const result = scenario.happens(s, random);
  const [latitude, longitude] = WATERS[seed % WATERS.length] ?? [60, 20];
  const origins: Origin[] = [
    { latitude, longitude, time: Date.UTC(2025, 5, 1) + seed * 86_400_000, step: 0 },
  ];
  for (const { step, ms, east, north } of s.silences) {
    const before = originAt(origins, step);
    origins.push({ ...positionOf(before, east, north), time: before.time + ms, step });
  }
  const how: Reception = {
    sdM: 4,
    correlationS: 90,
    ...scenario.reception,
    ...otherwise,
    ...(result?.off && { off: result.off }),
    ...(result?.jammed && { jammed: result.jammed }),
  };
  const at = (step: number) => timeAt(origins, step);
  const truth: Truth = {
    trips: s.trips.map((t) => ({ from: at(t.from), to: at(t.to) })),
    begin: at(0),
    end: at(s.moments.length),
    whereabouts: (time) => {
      const origin = origins.findLast((one) => timeAt(origins, one.step) <= time) ?? originAt(origins, 0);
      const moment = s.moments[Math.round((time - origin.time) / (STEP_S * 1000))];
      return positionOf(origin, moment?.x ?? 0, moment?.y ?? 0);
    },
  };
  const sent = receive(s.moments, origins, how, form, random);
  const fixes = scenario.mislaid === undefined ? sent : scenario.mislaid(sent, truth);
  fixes.sort((a, b) => a.time - b.time);
  return { fixes, arriving: scenario.arrives?.(fixes, truth) ?? [fixes], truth };
}
