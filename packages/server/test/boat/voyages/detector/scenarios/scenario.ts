/** A scenario, and how to turn it into fixes. */

import type { Position } from "@wakelog/kit/geo/distance.ts";
import type { Fix } from "../../../../../src/boat/voyages/detector/fixes/fix.ts";
import { type Random, seeded } from "./random.ts";
import { type Form, type Origin, originAt, positionOf, type Reception, receive, timeAt } from "./receiver.ts";
import { type Script, STEP_S, script } from "./truth.ts";

export interface Scenario {
  readonly name: string;
  /** Whether legs of one voyage count as one: a reported stop may cut a log, never a voyage. */
  readonly asVoyages?: boolean;
  readonly reception?: Partial<Reception>;
  readonly happens: (s: Script, random: Random) => Partial<Reception> | undefined;
  /** The kinds of status for which it can happen; by default all. */
  readonly forms?: readonly Form[];
  /** Tolerance of a start or end, seconds; by default two minutes. */
  readonly datesWithinS?: number;
  /** Tolerance of a log's distance as a fraction; by default 1 %. */
  readonly distanceWithin?: number;
  /** Changes to the fixes on their way: they are folded in order of time. */
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
 * A scenario from a seed: fixes in order of time, the batches in which they arrive, and the real trips.
 * @param otherwise overrides of the scenario's receiver and plugin
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
  // Midnight by the sun, wherever it is.
  const midnight = Math.round(Date.UTC(2025, 5, 1) + (seed - longitude / 360) * 86_400_000);
  const origins: Origin[] = [{ latitude, longitude, time: midnight, step: 0 }];
  for (const { step, ms, east, north } of s.silences) {
    const before = originAt(origins, step);
    origins.push({ ...positionOf(before, east, north), time: before.time + ms, step });
  }
  const how: Reception = {
    sdM: 4,
    correlationS: 90,
    ...scenario.reception,
    ...otherwise,
    ...result,
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
