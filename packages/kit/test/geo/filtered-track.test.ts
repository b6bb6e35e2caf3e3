/**
 * The length of the filtered line, with the noise of receivers on ways that are known: Gauss-Markov noise, a row each
 * second up to every ten minutes, one receiver or two that take turns, in any order.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LAW_TIMEOUT, lawCases } from "../../../../test/support/laws/cases.ts";
import { destination, distanceM } from "../../src/geo/distance.ts";
import { filteredTrack } from "../../src/geo/filtered-track.ts";
import { type TimedPosition, trackLengthM } from "../../src/geo/track.ts";
import { inSlices } from "../../src/time/slices.ts";

const HOME = { latitude: 59.5, longitude: 21.3 };
const KNOT_MPS = 0.514444;
/** Metres east and north, for each second. */
type Way = readonly (readonly [number, number])[];

/** Sails with a course that follows from the second. */
function sailed(knots: number, courseAt: (second: number) => number): Way {
  const way: (readonly [number, number])[] = [];
  let [x, y] = [0, 0];
  for (let second = 0; second < 7200; second++) {
    way.push([x, y]);
    const course = courseAt(second);
    x += knots * KNOT_MPS * Math.sin(course);
    y += knots * KNOT_MPS * Math.cos(course);
  }
  return way;
}

const straight = (knots: number) => sailed(knots, () => 0.3);
const weaving = (knots: number) =>
  sailed(knots, (s) => 1 + 0.07 * Math.sin(s / 100) + 0.5 * Math.sin(s / 770));
/** Round an island of 5 NM. */
const round = (knots: number) => sailed(knots, (s) => (s * knots * KNOT_MPS) / 1470);
/** Tacks every two minutes. */
const beating = (knots: number) => sailed(knots, (s) => ((s / 120) % 2 < 1 ? 0.8 : -0.8));

interface Receivers {
  readonly sd: number;
  readonly tau: number;
  /** Metres between two receivers that take turns; 0 for one. */
  readonly apart: number;
  readonly turns: "strict" | "pairs" | "lost" | "random";
  readonly spacing: number;
  readonly seed: number;
}

/** The rows of a way as its receivers see them, and how long the way is from row to row. */
function seen(
  way: Way,
  { sd, tau, apart, turns, spacing, seed }: Receivers,
): { rows: TimedPosition[]; metres: number } {
  let state = seed;
  const random = () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const keeps = Math.exp(-1 / tau);
  const noises = [
    [normal() * sd, normal() * sd],
    [normal() * sd, normal() * sd],
  ];
  const turn = (row: number) => {
    if (turns === "random") return random() < 0.5 ? 0 : 1;
    return turns === "pairs" ? Math.floor(row / 2) % 2 : row % 2;
  };
  const rows: TimedPosition[] = [];
  const truth: TimedPosition[] = [];
  for (const [second, [x, y]] of way.entries()) {
    for (const noise of noises)
      for (const axis of [0, 1])
        noise[axis] = (noise[axis] ?? 0) * keeps + sd * Math.sqrt(1 - keeps ** 2) * normal();
    if (second % spacing !== 0) continue;
    const row = second / spacing;
    if (turns === "lost" && row % 20 === 19) continue;
    const which = apart > 0 ? turn(row) : 0;
    const [dx = 0, dy = 0] = noises[which] ?? [];
    const at = (east: number, north: number): TimedPosition => ({
      ...destination(HOME, (Math.atan2(east, north) * 180) / Math.PI, Math.hypot(east, north)),
      time: second * 1000,
    });
    truth.push(at(x, y));
    rows.push(at(x + dx + (which - 0.5) * apart, y + dy));
  }
  return { rows, metres: trackLengthM(truth) };
}

const TURNS = ["strict", "pairs", "lost", "random"] as const;

const receivers = (apart: readonly number[]) =>
  fc.record({
    sd: fc.constantFrom(3, 4, 5),
    tau: fc.constantFrom(60, 120),
    apart: fc.constantFrom(...apart),
    turns: fc.constantFrom(...TURNS),
    spacing: fc.constantFrom(1, 2, 5, 10, 60, 300, 600),
    seed: fc.nat(),
  });

async function offBy(way: Way, how: Receivers): Promise<number> {
  const { rows, metres } = seen(way, how);
  return trackLengthM(await inSlices(filteredTrack(rows))) / metres - 1;
}

describe("the filtered line is as long as the way, in 97 of 100 cases within 1 % and always within 2 %", () => {
  it.each<[string, (knots: number) => Way, readonly number[]]>([
    ["on a straight course", straight, [0, 15, 30]],
    ["on a winding course", weaving, [0, 15, 30]],
    ["round an island", round, [0, 15, 30]],
    ["with a tack every two minutes", beating, [0]],
  ])(
    "%s",
    async (_, way, apart) => {
      // The noise is random, so one line in a hundred is off by more.
      const drawn = fc.sample(fc.tuple(receivers(apart), fc.constantFrom(4, 5, 6, 8)), lawCases(0.15));
      const misses: number[] = [];
      for (const [how, knots] of drawn) {
        const miss = Math.abs(await offBy(way(knots), how));
        expect(miss, JSON.stringify({ how, knots })).toBeLessThan(0.02);
        if (miss >= 0.01) misses.push(miss);
      }
      expect(misses.length / drawn.length).toBeLessThan(0.03);
    },
    LAW_TIMEOUT,
  );

  it("which the way from row to row is not", async () => {
    const raw = (how: Receivers) => {
      const { rows, metres } = seen(straight(5), how);
      return trackLengthM(rows) / metres - 1;
    };
    const one = { sd: 5, tau: 60, apart: 0, turns: "strict", spacing: 1, seed: 1 } as const;
    expect(raw(one)).toBeGreaterThan(0.05);
    expect(raw({ ...one, spacing: 60, apart: 30 })).toBeGreaterThan(0.015);
  });
});

describe("a filtered line", () => {
  it("is not longer for a boat that lies still for hours", async () => {
    const still: Way = Array.from({ length: 7200 }, () => [0, 0]);
    const { rows } = seen(still, { sd: 3, tau: 60, apart: 0, turns: "strict", spacing: 1, seed: 7 });
    expect(trackLengthM(await inSlices(filteredTrack(rows)))).toBeLessThan(100);
    expect(trackLengthM(rows)).toBeGreaterThan(3000);
  });

  it("has every position in its order, near where it was measured, and both ends where they were", async () => {
    await fc.assert(
      fc.asyncProperty(receivers([0, 30]), async (how) => {
        const { rows } = seen(weaving(5), how);
        const line = await inSlices(filteredTrack(rows));
        expect(line.map(({ time }) => time)).toEqual(rows.map(({ time }) => time));
        expect([line[0], line.at(-1)]).toEqual([rows[0], rows.at(-1)]);
        const moved = rows.map((row, i) => distanceM(row, line[i] ?? row));
        expect(Math.max(...moved)).toBeLessThan(60);
      }),
      { numRuns: lawCases(0.05) },
    );
  });

  it("leaves rows a minute apart where they are", async () => {
    const { rows } = seen(beating(5), { sd: 0, tau: 60, apart: 0, turns: "strict", spacing: 60, seed: 1 });
    expect(await inSlices(filteredTrack(rows))).toEqual(rows);
  });
});
