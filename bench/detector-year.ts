/** Folds a year of generated fixes, one per minute, to show that memory does not grow with them. */

import { MINUTE } from "@wakelog/kit/time/units.ts";
import { fold, initialState, step } from "../packages/server/src/boat/voyages/detector/detector.ts";
import type { Fix } from "../packages/server/src/boat/voyages/detector/fixes/fix.ts";
import { DEFAULT_SETTINGS } from "../packages/server/src/boat/voyages/detector/thresholds.ts";
import { seeded } from "../packages/server/test/boat/voyages/detector/scenarios/random.ts";

export interface YearTiming {
  readonly fixes: number;
  readonly seconds: number;
  readonly microsPerFix: number;
  readonly stepMicros: number;
  readonly legs: number;
  readonly heapMb: readonly number[];
  readonly residentMb: number;
  readonly stateBytes: number;
}

const YEAR = 525_600;

/** An eight-hour trip every third day, forty miles out or back; otherwise at the berth. */
function* yearOfFixes(from: number, to: number): Generator<Fix> {
  const random = seeded(7 + from);
  for (let i = from; i < to; i++) {
    const day = Math.floor(i / 1440);
    const minute = i % 1440;
    const outward = day % 6 === 0;
    const homeward = day % 6 === 3;
    const part = Math.min(1, Math.max(0, (minute - 480) / 480));
    const away = outward ? part : homeward ? 1 - part : day % 6 < 3 ? 1 : 0;
    const moving = (outward || homeward) && part > 0 && part < 1;
    yield {
      time: Date.UTC(2025, 0, 1) + i * MINUTE,
      latitude: 59.8 + away * 0.5 + random.normal() * 0.00003,
      longitude: 23.1 + away * 0.9 + random.normal() * 0.00006,
      sogKnots: moving ? 5 + random.next() : random.next() * 0.3,
      cogDegrees: 40,
      status: null,
      engine: { running: null, runTimeSeconds: moving ? i : 0 },
      tripId: null,
    };
  }
}

/** Times the fold of a year, including the generation of its fixes. */
export function timeYear(): YearTiming {
  let state = initialState();
  let legs = 0;
  let stateBytes = 0;
  let ms = 0;
  const heapMb: number[] = [];
  const tenth = YEAR / 10;
  for (let n = 0; n < 10; n++) {
    const started = performance.now();
    const folded = fold(state, yearOfFixes(n * tenth, (n + 1) * tenth), DEFAULT_SETTINGS);
    ms += performance.now() - started;
    state = folded.state;
    legs += folded.settled.filter((i) => i.kind === "leg").length;
    stateBytes = Math.max(stateBytes, JSON.stringify(state).length);
    heapMb.push(Math.round(process.memoryUsage().heapUsed / 1e6));
  }
  const sample = [...yearOfFixes(0, 20_000)];
  let single = initialState();
  const started = performance.now();
  for (const fix of sample) single = step(single, fix, DEFAULT_SETTINGS).state;
  const stepMicros = ((performance.now() - started) * 1000) / sample.length;
  return {
    fixes: YEAR,
    seconds: Math.round(ms) / 1000,
    microsPerFix: Math.round((ms * 1e4) / YEAR) / 10,
    stepMicros: Math.round(stepMicros * 10) / 10,
    legs,
    heapMb,
    residentMb: Math.round(process.resourceUsage().maxRSS / 1e3),
    stateBytes,
  };
}
