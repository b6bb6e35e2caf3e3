/** However a boat moves about in one place: a fix's cost does not grow with those before it, and none is lost. */
import { describe, expect, it } from "vitest";
import { fold, initialState, step, unsettled } from "../../../../../src/boat/voyages/detector/detector.ts";
import type { Fix, ReportedStatus } from "../../../../../src/boat/voyages/detector/fixes/fix.ts";
import { DEFAULT_SETTINGS as SETTINGS } from "../../../../../src/boat/voyages/detector/thresholds.ts";
import { type Random, seeded } from "../../../../boat/voyages/detector/scenarios/random.ts";

/** Distance computations per fix, on average: a stop is searched among at most 200 fixes, a few times each. */
const MOST_STEPS = 1_500;
const LENGTHS = [1_000, 10_000] as const;
const METRES_PER_DEGREE = 111_320;

interface Track {
  readonly seconds: number;
  /** Metres east and north of one place, for each fix. */
  at(i: number, random: Random): readonly [number, number];
  readonly status?: (i: number, random: Random) => ReportedStatus | null;
  readonly trip?: (i: number) => string;
}

/** To and fro along a line of `2 * radius` metres. */
function toAndFro(metres: number, radius: number): number {
  const along = metres % (4 * radius);
  return along < 2 * radius ? along - radius : 3 * radius - along;
}

function onCircle(radius: number, angle: number): readonly [number, number] {
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

/** Heads somewhere at 5.5 kn, and turns back whenever it is too far out. */
function racing(radius: number, seconds: number): Track["at"] {
  let x = 0;
  let y = 0;
  let heading = 0;
  return (_, random) => {
    heading += random.between(-1, 1);
    x += 2.83 * seconds * Math.cos(heading);
    y += 2.83 * seconds * Math.sin(heading);
    if (Math.hypot(x, y) > radius) heading = Math.atan2(-y, -x) + random.between(-0.5, 0.5);
    return [x, y];
  };
}

const REPORTS = [null, "sailing", "motoring", "anchored", "moored"] as const;
const anyReport = (_: number, random: Random) => REPORTS[Math.floor(random.next() * 5)] ?? null;
const flicker = (i: number) => (i % 7 < 5 ? "sailing" : "anchored");
const sailing = () => "sailing" as const;
const manyTrips = (i: number) => String(Math.floor(i / 11));

const TRACKS: Readonly<Record<string, () => Track>> = {
  "racing before a start": () => ({ seconds: 30, at: racing(200, 30), status: sailing }),
  "racing, with reports of any kind": () => ({ seconds: 30, at: racing(150, 30), status: anyReport }),
  "to and fro, reported at rest now and then": () => ({
    seconds: 300,
    at: (i) => [toAndFro(i * 1500, 330), 0],
    status: flicker,
  }),
  "to and fro, with reports of any kind": () => ({
    seconds: 30,
    at: (i) => [toAndFro(i * 150, 200), 0],
    status: anyReport,
  }),
  "to and fro, with ever another trip's number": () => ({
    seconds: 120,
    at: (i) => [toAndFro(i * 120, 200), 0],
    status: anyReport,
    trip: manyTrips,
  }),
  "between two places": () => ({
    seconds: 30,
    at: (i, random) => [
      Math.floor(i / 12) % 2 === 0 ? 0 : 150 + random.between(0, 10),
      random.between(0, 10),
    ],
    status: flicker,
    trip: manyTrips,
  }),
  "spirals out to the edge": () => ({
    seconds: 60,
    at: (i) => onCircle((i * 2.8) % 200, i * 0.7),
    status: anyReport,
  }),
  "a ring inside the circle of a stop": () => ({ seconds: 30, at: (i) => onCircle(90, i * 1.7) }),
  "a ring at the edge of that circle": () => ({
    seconds: 21,
    at: (i, random) => onCircle(SETTINGS.stopRadiusM + random.normal() * 3, i * 0.2),
  }),
  "a ring at the edge of its disc": () => ({
    seconds: 60,
    at: (i, random) =>
      i < 30 ? [0, 0] : onCircle(SETTINGS.minDiscRadiusM + SETTINGS.leaveMarginM + random.normal() * 3, i),
    status: flicker,
  }),
  "a ring where trips begin": () => ({
    seconds: 60,
    at: (i, random) => (i % 40 < 20 ? [0, 0] : onCircle(SETTINGS.minTripM + random.between(0, 60), i * 1.1)),
    status: anyReport,
  }),
  "drifts to and fro": () => ({ seconds: 20, at: (i) => [toAndFro(i * 3, 120), 0], status: flicker }),
  "anywhere within 200 m": () => ({
    seconds: 60,
    at: (_, random) => [random.between(-200, 200), random.between(-200, 200)],
    status: anyReport,
    trip: manyTrips,
  }),
};

function fixesOf(track: Track, length: number): readonly Fix[] {
  const random = seeded(5);
  return Array.from({ length }, (_, i) => {
    const [east, north] = track.at(i, random);
    return {
      time: Date.UTC(2026, 0, 1) + i * track.seconds * 1000,
      latitude: north / METRES_PER_DEGREE,
      longitude: 23 + east / METRES_PER_DEGREE,
      sogKnots: 5.5,
      cogDegrees: null,
      status: track.status?.(i, random) ?? null,
      engine: null,
      tripId: track.trip?.(i) ?? null,
    };
  });
}

/** How many distances a fold measures: each is a square root. */
function stepsOf(fixes: readonly Fix[]): number {
  const root = Math.sqrt;
  let steps = 0;
  Math.sqrt = (x) => {
    steps += 1;
    return root(x);
  };
  try {
    unsettled(fold(initialState(), fixes, SETTINGS).state, SETTINGS);
  } finally {
    Math.sqrt = root;
  }
  return steps;
}

describe("a boat on the spot", () => {
  it.each(Object.entries(TRACKS))("a fix costs no more the longer this lasts: %s", (_, track) => {
    const steps = LENGTHS.map((length) => stepsOf(fixesOf(track(), length)) / length);
    expect(Math.max(...steps)).toBeLessThan(MOST_STEPS);
  });

  it.each(Object.entries(TRACKS))("the newest fix is counted last: %s", (_, track) => {
    let state = initialState();
    for (const fix of fixesOf(track(), LENGTHS[0])) {
      state = step(state, fix, SETTINGS).state;
      const newest =
        state.away === null ? state.stay?.recent.at(-1) : (state.away.buffer.at(-1) ?? state.away.last);
      expect(newest?.t).toBe(state.taken?.t);
    }
  });
});
