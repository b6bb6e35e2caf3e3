/** Tracks as drawn: few points, within the requested tolerance, for their owner only. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { simplify } from "@wakelog/kit/geo/simplify.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Boat, makeBoat } from "../../../../../../test/support/boat.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../../test/support/database.ts";
import { passage } from "../../../../../../test/support/passage.ts";

const START = Date.UTC(2026, 5, 1);
const answer = z.object({
  id: z.number(),
  started: z.string(),
  units: z.number(),
  points: z.array(z.number().int()),
  gaps: z.array(z.number()),
});
type Answer = z.infer<typeof answer>;

let database: TestDatabase;
let boat: Boat;
beforeAll(async () => {
  database = await cloneDatabase();
  boat = await makeBoat(database, () => START + 40 * 86_400_000);
  await boat.post(
    passage(START, [
      { stay: "moored", minutes: 60 },
      { sail: 160, knots: 5, minutes: 90 },
      { sail: 250, knots: 6, minutes: 90 },
      { stay: "moored", minutes: 900 },
      { sail: 70, knots: 6, minutes: 90 },
      { stay: "moored", minutes: 900 },
    ]),
  );
  await boat.drain();
});
afterAll(() => database.drop());

async function asked(statement: Sql, who: Boat = boat): Promise<unknown> {
  const [row] = await who.as("user_role", (tx) => tx.query(statement));
  return row?.answer;
}

const tracks = async (statement: Sql): Promise<Answer[]> => z.array(answer).parse(await asked(statement));
const logIds = async (): Promise<number[]> =>
  (
    await boat.rows(sql`select id from api.logbook where vessel_id = ${boat.vesselId} order by _from_time`)
  ).map(({ id }) => Number(id));

/** Points of an answer: degrees, and seconds if it has them. */
function points({ points: deltas, units }: Answer, width: 2 | 3): number[][] {
  const sums = Array.from({ length: width }, () => 0);
  const found: number[][] = [];
  for (let i = 0; i < deltas.length; i += width) {
    for (let k = 0; k < width; k++) sums[k] = (sums[k] ?? 0) + (deltas[i + k] ?? 0);
    found.push([(sums[0] ?? 0) / units, (sums[1] ?? 0) / units, ...sums.slice(2)]);
  }
  return found;
}

describe("the track of a log", () => {
  it("is the stored line, simplified to the tolerance", async () => {
    const [id = 0] = await logIds();
    const [row] = await boat.rows(
      sql`select track_geom::jsonb as line from api.logbook where vessel_id = ${boat.vesselId} and id = ${id}::int`,
    );
    const { coordinates } = z
      .object({ coordinates: z.array(z.tuple([z.number(), z.number()])) })
      .parse(row?.line);
    const whole = coordinates.map(([longitude, latitude]) => ({ longitude, latitude }));
    expect(whole.length).toBeGreaterThan(170);
    for (const tolerance of [4, 10, 200]) {
      const track = answer.parse(
        await asked(sql`select api.track_fn(${id}::int, ${tolerance}::float8) as answer`),
      );
      const kept = simplify(whole, tolerance);
      const drawn = points(track, 3);
      expect(drawn).toHaveLength(kept.length);
      for (const [i, place] of kept.entries()) {
        expect(Math.abs((drawn[i]?.[0] ?? 0) - place.longitude)).toBeLessThanOrEqual(0.51 / track.units);
        expect(Math.abs((drawn[i]?.[1] ?? 0) - place.latitude)).toBeLessThanOrEqual(0.51 / track.units);
      }
      const seconds = drawn.map((point) => point[2] ?? -1);
      expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
      expect(track.gaps).toEqual([]);
    }
  });

  it("is null of a log that there is not, and of another boat's", async () => {
    const [id = 0] = await logIds();
    const other = await makeBoat(database, () => START);
    const statement = sql`select api.track_fn(${id}::int) as answer`;
    expect(await asked(statement)).not.toBeNull();
    expect(await asked(statement, other)).toBeNull();
    expect(await asked(sql`select api.tracks_fn() as answer`, other)).toEqual([]);
  });

  it("goes with its log", async () => {
    const other = await makeBoat(database, () => START + 40 * 86_400_000);
    await other.post(
      passage(START, [
        { stay: "moored", minutes: 60 },
        { sail: 160, knots: 5, minutes: 90 },
        { stay: "moored", minutes: 900 },
      ]),
    );
    await other.drain();
    const lines = sql`select count(*)::int as lines from app.log_lines where vessel_id = ${other.vesselId}`;
    expect(await other.rows(lines)).toEqual([{ lines: 1 }]);
    await other.as("wakelog_worker", (tx) =>
      tx.run(sql`delete from api.logbook where vessel_id = ${other.vesselId}`),
    );
    expect(await other.rows(lines)).toEqual([{ lines: 0 }]);
  });
});

describe("the tracks of many logs", () => {
  it("come newest first, by ids or by days", async () => {
    const [first = 0, second = 0] = await logIds();
    const ids = (list: readonly Answer[]) => list.map(({ id }) => id);
    expect(ids(await tracks(sql`select api.tracks_fn() as answer`))).toEqual([second, first]);
    expect(ids(await tracks(sql`select api.tracks_fn(array[${first}::int]) as answer`))).toEqual([first]);
    const day = sql`select api.tracks_fn(start_date => '2026-06-01', end_date => '2026-06-01') as answer`;
    expect(ids(await tracks(day))).toEqual([second, first]);
    expect(await tracks(sql`select api.tracks_fn(start_date => '2026-06-02') as answer`)).toEqual([]);
  });

  it("are as coarse as can be with a tolerance beyond all bounds", async () => {
    for (const tolerance of ["Infinity", "NaN", "1e300"]) {
      const drawn = await tracks(sql`select api.tracks_fn(tolerance => ${tolerance}::float8) as answer`);
      expect(drawn.map((line) => points(line, 2).length)).toEqual([2, 2]);
    }
  });

  it("have the points that shape them most, as few as were asked for", async () => {
    const [, turned] = await tracks(sql`select api.tracks_fn(tolerance => 1, points => 3) as answer`);
    const drawn = turned === undefined ? [] : points(turned, 2);
    expect(drawn).toHaveLength(3);
    // 7.5 NM towards 160°, then 9 NM towards 250°: the third point is the turn.
    expect(drawn[1]?.[1]).toBeCloseTo(59.8 - (7.5 * Math.cos((20 * Math.PI) / 180)) / 60, 2);
  });
});
