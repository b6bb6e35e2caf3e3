/** Scenarios in which a boat hardly moves and is under way, or moves and is not. */
import { MOTOR, NIGHT, outing, passage, restOf, SAIL } from "./happenings.ts";
import type { Random } from "./random.ts";
import type { Scenario } from "./scenario.ts";
import { ahead, anchor, go, moor, type Script, STEP_S, trip } from "./truth.ts";

type Range = readonly [number, number];

/** To and fro along a line, out of the wind's way. */
function startLine(s: Script, random: Random, metres: number, minutes: number): void {
  const bearing = random.between(0, 360);
  const from: [number, number] = [s.x, s.y];
  const to = ahead(s, bearing, metres / 1852);
  const end = s.moments.length + (minutes * 60) / STEP_S;
  while (s.moments.length < end)
    for (const mark of [to, from])
      go(s, [mark], random.between(2, 4), { ...SAIL, start: false, stop: false });
}

/** A reported anchor that drags: the boat goes with it, steadily. */
function drags(s: Script, random: Random, miles: Range, knots: Range): void {
  anchor(s, NIGHT, random.between(20, 40));
  const nm = random.between(...miles);
  go(s, [ahead(s, random.between(0, 360), nm)], random.between(...knots), {
    status: "anchored",
    start: false,
    stop: false,
  });
  anchor(s, NIGHT, random.between(20, 40));
}

export const SLOW_WATERS: readonly Scenario[] = [
  {
    name: "behind a start line for 70 min before a race",
    happens: restOf((s, random) =>
      outing(s, random, () => {
        startLine(s, random, random.between(110, 190), 70);
        const bearing = random.between(0, 360);
        const line: [number, number] = [s.x, s.y];
        go(s, [ahead(s, bearing, 2), line], random.between(4, 6), { ...SAIL, start: false, stop: false });
      }),
    ),
  },
  {
    name: "becalmed 0.08 to 0.145 kn for an hour or more",
    asVoyages: true,
    // A stop reported by a plugin in between is not part of the log.
    distanceWithin: 0.02,
    happens: restOf((s, random) =>
      passage(s, random, (b) => {
        const knots = random.between(0.08, 0.145);
        go(s, [ahead(s, b + 40, knots * random.between(1, 1.6))], knots, {
          ...SAIL,
          start: false,
          stop: false,
        });
      }),
    ),
  },
  {
    name: "engine against the tide for an hour",
    reception: { engine: true },
    asVoyages: true,
    happens: restOf((s, random) =>
      passage(s, random, (b) => {
        const knots = random.between(0.02, 0.2);
        go(s, [ahead(s, b + 40, knots)], knots, { ...MOTOR, start: false, stop: false });
      }),
    ),
  },
  {
    name: "drags its anchor 1 km, reported",
    forms: ["true"],
    happens: (s, random) => {
      drags(s, random, [0.5, 0.9], [0.4, 2]);
      return undefined;
    },
  },
  {
    name: "drags its anchor half a mile at 1.4 to 2.3 kn, reported each 2 to 5 min",
    forms: ["true"],
    happens: (s, random) => {
      drags(s, random, [0.25, 0.6], [1.4, 2.3]);
      return { everyS: Math.round(random.between(2, 5)) * 60 };
    },
  },
  {
    name: "passage, a lock of 53 to 85 min",
    asVoyages: true,
    happens: restOf((s, random) => passage(s, random, () => moor(s, random.between(53, 85)))),
  },
  {
    name: "out and straight back",
    happens: restOf((s, random) => {
      const berth: [number, number] = [s.x, s.y];
      const bearing = random.between(0, 360);
      trip(s, () => go(s, [ahead(s, bearing, random.between(1, 3)), berth], random.between(4, 6), SAIL));
    }),
  },
];
