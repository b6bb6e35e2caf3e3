/** Building blocks of scenarios: outings, passages, rests, and faults of transmission. */
import type { Fix } from "../../../../../src/boat/voyages/detector/fixes/fix.ts";
import type { Random } from "./random.ts";
import type { Jamming, Reception } from "./receiver.ts";
import type { Scenario, Truth } from "./scenario.ts";
import { ahead, anchor, go, moor, type Script, STEP_S, trip, vanish } from "./truth.ts";

export const WEEK = 7 * 24 * 60;

export const NIGHT = 10 * 60;

export const SAIL = { status: "sailing" } as const;

export const MOTOR = { status: "motoring" } as const;

/** Out of the harbour under engine, then where the scenario takes it, and in again. */
export function outing(
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

export function passage(s: Script, random: Random, between: (bearing: number) => void): void {
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
export function longPassage(s: Script, random: Random): void {
  const bearing = random.between(0, 360);
  const end = ahead(s, bearing, random.between(28, 36));
  trip(s, () => go(s, [ahead(s, bearing, 0.3), end], random.between(4.5, 6), SAIL));
}

export function restOf(scenario: (s: Script, random: Random) => void): Scenario["happens"] {
  return (s, random) => {
    moor(s, NIGHT);
    scenario(s, random);
    moor(s, NIGHT);
    return undefined;
  };
}

export function moored(name: string, reception: Partial<Reception>): Scenario {
  return {
    name,
    reception,
    happens: (s) => {
      moor(s, WEEK);
      return undefined;
    },
  };
}

export function swinging(radius: number): Scenario {
  return {
    name: `anchored a week, ${radius} m swing, tides`,
    happens: (s) => {
      anchor(s, WEEK, radius);
      return undefined;
    },
  };
}

/** Two hours in the middle of the first trip are stamped a year early. */
export function yearWrong(fixes: Fix[], truth: Truth): Fix[] {
  const first = truth.trips[0];
  const middle = first === undefined ? 0 : (first.from + first.to) / 2;
  const hour = 3_600_000;
  return fixes.map((f) => (Math.abs(f.time - middle) < hour ? { ...f, time: f.time - 365 * 24 * hour } : f));
}

/** The clock is an hour fast until the boat has been under way for half an hour. */
export function hourFast(fixes: Fix[], truth: Truth): Fix[] {
  const setBack = (truth.trips[0]?.from ?? 0) + 1_800_000;
  return fixes.map((f) => (f.time < setBack ? { ...f, time: f.time + 3_601_000 } : f));
}

const OFFLINE_DAYS = 20;

/** Twenty days without connection, with a trip each third day; then the whole backlog comes. */
export function offline(name: string, arrives: (backlog: Fix[], live: Fix[]) => Fix[][]): Scenario {
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
export function summer(s: Script, random: Random): undefined {
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
export function asMonths(fixes: readonly Fix[]): Fix[][] {
  const months = new Map<string, Fix[]>();
  for (const fix of fixes) {
    const month = new Date(fix.time).toISOString().slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), fix]);
  }
  return [...months.values()].reverse();
}

export function jamming(shows: Jamming): Scenario {
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

export function batches(fixes: readonly Fix[], size = 310): Fix[][] {
  return Array.from({ length: Math.ceil(fixes.length / size) }, (_, i) =>
    fixes.slice(i * size, (i + 1) * size),
  );
}

export function alternate(a: Fix[][], b: Fix[][]): Fix[][] {
  return Array.from({ length: Math.max(a.length, b.length) }).flatMap((_, i) => [a[i] ?? [], b[i] ?? []]);
}
